import type { StrategicCase } from './strategic-case.js'

/** Original and patch. */
export const applied: readonly StrategicCase[] = [
  {
    name: 'a new member',
    documents: ['{"name":"a"}', '{"value":"v"}'],
    want: { out: '{"name":"a","value":"v"}' },
  },
  {
    name: 'null deletes a member, and says nothing of one that is not there',
    documents: ['{"name":"a","value":"v"}', '{"value":null,"other":null}'],
    want: { out: '{"name":"a"}' },
  },
  {
    name: 'nulls inside something new are dropped',
    documents: ['{"name":"a"}', '{"simpleMap":{"a":"x","b":null},"mergeItemPtr":{"name":"p","value":null}}'],
    want: { out: '{"mergeItemPtr":{"name":"p"},"name":"a","simpleMap":{"a":"x"}}' },
  },
  {
    name: 'a map merges',
    documents: ['{"simpleMap":{"a":"1","b":"2"}}', '{"simpleMap":{"b":"3","c":"4"}}'],
    want: { out: '{"simpleMap":{"a":"1","b":"3","c":"4"}}' },
  },
  {
    name: '$patch: replace',
    documents: ['{"simpleMap":{"a":"1"}}', '{"simpleMap":{"b":"2","$patch":"replace"}}'],
    want: { out: '{"simpleMap":{"b":"2"}}' },
  },
  {
    name: '$patch: replace of the whole document',
    documents: ['{"name":"a","value":"v"}', '{"$patch":"replace","other":"o"}'],
    want: { out: '{"other":"o"}' },
  },
  {
    name: '$patch: delete',
    documents: ['{"simpleMap":{"a":"1"},"name":"a"}', '{"simpleMap":{"$patch":"delete"}}'],
    want: { out: '{"name":"a","simpleMap":{}}' },
  },
  {
    name: '$patch: delete of the whole document',
    documents: ['{"name":"a"}', '{"$patch":"delete"}'],
    want: { out: '{}' },
  },
  {
    name: '$patch: delete of a map that is not there',
    documents: ['{"name":"a"}', '{"simpleMap":{"$patch":"delete"}}'],
    want: { out: '{"name":"a"}' },
  },
  {
    name: 'an unknown $patch',
    documents: ['{"simpleMap":{"a":"1"}}', '{"simpleMap":{"$patch":"bogus"}}'],
    want: { error: 'unknown patch type: bogus in map: map[$patch:bogus]' },
  },
  {
    name: 'a field that is replaced as a whole',
    documents: ['{"replacingItem":{"a":1,"b":{"c":1}}}', '{"replacingItem":{"b":{"d":1}}}'],
    want: { out: '{"replacingItem":{"b":{"d":1}}}' },
  },
  {
    name: 'a list without a strategy is replaced',
    documents: [
      '{"nonMergingList":[{"name":"a"},{"name":"b"}],"nonMergingIntList":[1,2]}',
      '{"nonMergingList":[{"name":"c"}],"nonMergingIntList":[3]}',
    ],
    want: { out: '{"nonMergingIntList":[3],"nonMergingList":[{"name":"c"}]}' },
  },
  {
    name: 'new elements go in front',
    documents: ['{"mergingList":[{"name":"a"},{"name":"b"}]}', '{"mergingList":[{"name":"c"},{"name":"d"}]}'],
    want: { out: '{"mergingList":[{"name":"c"},{"name":"d"},{"name":"a"},{"name":"b"}]}' },
  },
  {
    name: 'elements merge by their key',
    documents: [
      '{"mergingList":[{"name":"a","value":"1","other":"x"},{"name":"b"}]}',
      '{"mergingList":[{"name":"a","value":"2","other":null}]}',
    ],
    want: { out: '{"mergingList":[{"name":"a","value":"2"},{"name":"b"}]}' },
  },
  {
    name: 'an element is deleted',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"},{"name":"c"}]}',
      '{"mergingList":[{"name":"b","$patch":"delete"}]}',
    ],
    want: { out: '{"mergingList":[{"name":"a"},{"name":"c"}]}' },
  },
  {
    name: 'an element is deleted and added again',
    documents: [
      '{"mergingList":[{"name":"a","value":"1"},{"name":"b"}]}',
      '{"mergingList":[{"name":"a","$patch":"delete"},{"name":"a","other":"x"}]}',
    ],
    want: { out: '{"mergingList":[{"name":"a","other":"x"},{"name":"b"}]}' },
  },
  {
    name: '$patch: replace as an element replaces the list',
    documents: ['{"mergingList":[{"name":"a"},{"name":"b"}]}', '{"mergingList":[{"name":"c"},{"$patch":"replace"}]}'],
    want: { out: '{"mergingList":[{"name":"c"}]}' },
  },
  {
    name: '$patch: replace as the only element empties the list',
    documents: ['{"mergingList":[{"name":"a"},{"name":"b"}]}', '{"mergingList":[{"$patch":"replace"}]}'],
    want: { out: '{"mergingList":[]}' },
  },
  {
    name: '$patch: merge as an element',
    documents: ['{"mergingList":[{"name":"a"}]}', '{"mergingList":[{"name":"b","$patch":"merge"}]}'],
    want: { error: 'merging lists cannot yet be specified in the patch' },
  },
  {
    name: 'an element without its key',
    documents: ['{"mergingList":[{"name":"a"}]}', '{"mergingList":[{"value":"x"}]}'],
    want: { error: 'map: map[value:x] does not contain declared merge key: name' },
  },
  {
    name: 'elements of two types',
    documents: ['{"mergingList":[{"name":"a"}]}', '{"mergingList":["x"]}'],
    want: { error: 'list element types are not identical: [[map[name:a]] [x]]' },
  },
  {
    name: 'lists of lists',
    documents: ['{"mergingList":[[1]]}', '{"mergingList":[[2]]}'],
    want: { error: 'lists of lists are not supported' },
  },
  {
    name: 'elements of a list that is added keep no directives',
    documents: ['{"name":"x"}', '{"mergingList":[{"name":"a","$patch":"delete"},{"name":"b","value":null}]}'],
    want: { out: '{"mergingList":[{"name":"b"}],"name":"x"}' },
  },
  {
    name: 'lists nested in lists',
    documents: [
      '{"mergingList":[{"name":"a","mergingList":[{"name":"x","value":"1"}]}]}',
      '{"mergingList":[{"name":"a","mergingList":[{"name":"x","value":"2"},{"name":"y"}]}]}',
    ],
    want: { out: '{"mergingList":[{"mergingList":[{"name":"x","value":"2"},{"name":"y"}],"name":"a"}]}' },
  },
  {
    name: 'a merging list of a pointer',
    documents: [
      '{"mergeItemPtr":{"name":"a","mergingList":[{"name":"x"}]}}',
      '{"mergeItemPtr":{"mergingList":[{"name":"y"}]}}',
    ],
    want: { out: '{"mergeItemPtr":{"mergingList":[{"name":"y"},{"name":"x"}],"name":"a"}}' },
  },
  {
    name: 'scalars merge, each once',
    documents: ['{"mergingIntList":[1,2]}', '{"mergingIntList":[2,3]}'],
    want: { out: '{"mergingIntList":[1,2,3]}' },
  },
  {
    name: 'scalars are deleted',
    documents: ['{"mergingIntList":[1,2,3]}', '{"$deleteFromPrimitiveList/mergingIntList":[1,3]}'],
    want: { out: '{"mergingIntList":[2]}' },
  },
  {
    name: 'scalars are deleted from a list that is replaced otherwise',
    documents: ['{"nonMergingIntList":[1,2,3]}', '{"$deleteFromPrimitiveList/nonMergingIntList":[1,3]}'],
    want: { out: '{"nonMergingIntList":[2]}' },
  },
  {
    name: 'scalars are deleted from a list that is not there',
    documents: ['{"name":"a"}', '{"$deleteFromPrimitiveList/mergingIntList":[1]}'],
    want: { out: '{"name":"a"}' },
  },
  {
    name: 'scalars are deleted from an empty list',
    documents: ['{"mergingIntList":[]}', '{"$deleteFromPrimitiveList/mergingIntList":[1]}'],
    want: { out: '{"mergingIntList":[]}' },
  },
  {
    name: '$deleteFromPrimitiveList without a field',
    documents: ['{"mergingIntList":[1]}', '{"$deleteFromPrimitiveList":[1]}'],
    want: { error: 'invalid patch format of primitive list' },
  },
  {
    name: 'null as $deleteFromPrimitiveList deletes the list',
    documents: ['{"mergingIntList":[1]}', '{"$deleteFromPrimitiveList/mergingIntList":null}'],
    want: { out: '{}' },
  },
  {
    name: '$setElementOrder orders the list',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"},{"name":"c"}]}',
      '{"$setElementOrder/mergingList":[{"name":"c"},{"name":"a"},{"name":"b"}]}',
    ],
    want: { out: '{"mergingList":[{"name":"c"},{"name":"a"},{"name":"b"}]}' },
  },
  {
    name: '$setElementOrder and elements that only the original has',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"s1"},{"name":"b"},{"name":"s2"},{"name":"c"}]}',
      '{"$setElementOrder/mergingList":[{"name":"c"},{"name":"b"},{"name":"a"}],"mergingList":[{"name":"a","value":"x"}]}',
    ],
    want: { out: '{"mergingList":[{"name":"s1"},{"name":"s2"},{"name":"c"},{"name":"b"},{"name":"a","value":"x"}]}' },
  },
  {
    name: '$setElementOrder with a new and a deleted element',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"},{"name":"c"}]}',
      '{"$setElementOrder/mergingList":[{"name":"d"},{"name":"a"},{"name":"c"}],"mergingList":[{"name":"d"},{"name":"b","$patch":"delete"}]}',
    ],
    want: { out: '{"mergingList":[{"name":"d"},{"name":"a"},{"name":"c"}]}' },
  },
  {
    name: '$setElementOrder naming an element that is nowhere',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"}]}',
      '{"$setElementOrder/mergingList":[{"name":"b"},{"name":"x"},{"name":"a"}]}',
    ],
    want: { out: '{"mergingList":[{"name":"b"},{"name":"a"}]}' },
  },
  {
    name: '$setElementOrder of scalars',
    documents: [
      '{"mergingIntList":[1,2,3]}',
      '{"$setElementOrder/mergingIntList":[3,4,1],"mergingIntList":[4],"$deleteFromPrimitiveList/mergingIntList":[2]}',
    ],
    want: { out: '{"mergingIntList":[3,4,1]}' },
  },
  {
    name: '$setElementOrder of scalars that only the original has',
    documents: ['{"mergingIntList":[9,1,8,2]}', '{"$setElementOrder/mergingIntList":[2,1]}'],
    want: { out: '{"mergingIntList":[9,8,2,1]}' },
  },
  {
    name: '$setElementOrder in another order than the list',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"}]}',
      '{"$setElementOrder/mergingList":[{"name":"a"},{"name":"b"}],"mergingList":[{"name":"b","value":"1"},{"name":"a","value":"1"}]}',
    ],
    want: {
      error:
        "The order in patch list:\n[map[name:b value:1] map[name:a value:1]]\n doesn't match $setElementOrder list:\n[map[name:a] map[name:b]]\n",
    },
  },
  {
    name: '$setElementOrder that leaves out an element of the list',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"}]}',
      '{"$setElementOrder/mergingList":[{"name":"a"}],"mergingList":[{"name":"b","value":"1"}]}',
    ],
    want: {
      error: "The order in patch list:\n[map[name:b value:1]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    },
  },
  {
    name: '$setElementOrder of an unknown list',
    documents: ['{"name":"a"}', '{"$setElementOrder/nope":[1]}'],
    want: { error: 'unable to find api field in struct MI for the json field "nope"' },
  },
  {
    name: '$setElementOrder without a field',
    documents: ['{"mergingList":[{"name":"a"}]}', '{"$setElementOrder":[{"name":"a"}]}'],
    want: { error: 'invalid patch format of setElementOrder list' },
  },
  {
    name: '$setElementOrder that is no list',
    documents: ['{"mergingList":[{"name":"a"}]}', '{"$setElementOrder/mergingList":"a"}'],
    want: { error: 'expected a []interface {}, but received a string' },
  },
  {
    name: '$setElementOrder with the same element twice',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"},{"name":"a"}]}',
      '{"$setElementOrder/mergingList":[{"name":"b"},{"name":"a"},{"name":"a"}]}',
    ],
    want: { out: '{"mergingList":[{"name":"b"},{"name":"a"},{"name":"a"}]}' },
  },
  {
    name: '$retainKeys clears the other members',
    documents: [
      '{"retainKeysMap":{"name":"a","value":"v","other":"o"}}',
      '{"retainKeysMap":{"$retainKeys":["name","value"],"value":"w"}}',
    ],
    want: { out: '{"retainKeysMap":{"name":"a","value":"w"}}' },
  },
  {
    name: '$retainKeys without a member of the patch',
    documents: ['{"retainKeysMap":{"name":"a"}}', '{"retainKeysMap":{"$retainKeys":["name"],"value":"w"}}'],
    want: { error: 'invalid patch format of retainKeys' },
  },
  {
    name: '$retainKeys that is no list',
    documents: ['{"retainKeysMap":{"name":"a"}}', '{"retainKeysMap":{"$retainKeys":"name"}}'],
    want: { error: 'invalid patch format of retainKeys' },
  },
  {
    name: '$retainKeys in elements of a list',
    documents: [
      '{"retainKeysMergingList":[{"name":"a","value":"v","other":"o"},{"name":"b","value":"v"}]}',
      '{"retainKeysMergingList":[{"name":"a","$retainKeys":["name","other"],"other":"p"}]}',
    ],
    want: { out: '{"retainKeysMergingList":[{"name":"a","other":"p"},{"name":"b","value":"v"}]}' },
  },
  {
    name: 'a map where there was something else',
    documents: ['{"mergingIntList":[1],"simpleMap":"x"}', '{"simpleMap":{"a":"1","b":null}}'],
    want: { out: '{"mergingIntList":[1],"simpleMap":{"a":"1"}}' },
  },
  {
    name: 'a field the type does not have, with a map on both sides',
    documents: ['{"unknown":{"a":1}}', '{"unknown":{"b":1}}'],
    want: { error: 'unable to find api field in struct MI for the json field "unknown"' },
  },
  {
    name: 'a field the type does not have, with scalars',
    documents: ['{"unknown":1}', '{"unknown":2}'],
    want: { out: '{"unknown":2}' },
  },
  {
    name: 'names of fields in another case',
    documents: ['{"SIMPLEMAP":{"a":"1"}}', '{"SIMPLEMAP":{"b":"2"}}'],
    want: { out: '{"SIMPLEMAP":{"a":"1","b":"2"}}' },
  },
  {
    name: 'maps inside a map of strings',
    documents: ['{"simpleMap":{"a":{"x":1}}}', '{"simpleMap":{"a":{"y":1}}}'],
    want: { error: 'merging an object in json but data type is not struct, instead is: map' },
  },
  {
    name: 'keys that are names of properties of every object',
    documents: ['{"simpleMap":{"a":"1"}}', '{"simpleMap":{"__proto__":"p","constructor":"c","toString":"t"}}'],
    want: { out: '{"simpleMap":{"__proto__":"p","a":"1","constructor":"c","toString":"t"}}' },
  },
]

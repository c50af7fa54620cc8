import type { StrategicCase } from './strategic-case.js'

/** Original and modified. */
export const twoWay: readonly StrategicCase[] = [
  {
    name: 'nothing',
    documents: [
      '{"name":"a","mergingList":[{"name":"a"},{"name":"b"}]}',
      '{"name":"a","mergingList":[{"name":"a"},{"name":"b"}]}',
    ],
    want: { out: '{}' },
  },
  {
    name: 'members added, changed and deleted',
    documents: [
      '{"name":"a","value":"v","simpleMap":{"a":"1","b":"2"}}',
      '{"name":"b","other":"o","simpleMap":{"a":"1","c":"3"}}',
    ],
    want: { out: '{"name":"b","other":"o","simpleMap":{"b":null,"c":"3"},"value":null}' },
  },
  {
    name: 'a list without a strategy',
    documents: ['{"nonMergingList":[{"name":"a"},{"name":"b"}]}', '{"nonMergingList":[{"name":"b"}]}'],
    want: { out: '{"nonMergingList":[{"name":"b"}]}' },
  },
  {
    name: 'elements added, changed and deleted',
    documents: [
      '{"mergingList":[{"name":"a","value":"1"},{"name":"b"},{"name":"c"}]}',
      '{"mergingList":[{"name":"d"},{"name":"a","value":"2"},{"name":"c"}]}',
    ],
    want: {
      out: '{"$setElementOrder/mergingList":[{"name":"d"},{"name":"a"},{"name":"c"}],"mergingList":[{"name":"d"},{"name":"a","value":"2"},{"$patch":"delete","name":"b"}]}',
    },
  },
  {
    name: 'an order changed',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"},{"name":"c"}]}',
      '{"mergingList":[{"name":"c"},{"name":"a"},{"name":"b"}]}',
    ],
    want: { out: '{"$setElementOrder/mergingList":[{"name":"c"},{"name":"a"},{"name":"b"}]}' },
  },
  {
    name: 'a list that was empty',
    documents: ['{"mergingList":[]}', '{"mergingList":[{"name":"a"}]}'],
    want: { out: '{"mergingList":[{"name":"a"}]}' },
  },
  {
    name: 'a list that becomes empty',
    documents: ['{"mergingList":[{"name":"a"},{"name":"b"}]}', '{"mergingList":[]}'],
    want: { out: '{"mergingList":[{"$patch":"delete","name":"a"},{"$patch":"delete","name":"b"}]}' },
  },
  {
    name: 'scalars added and deleted',
    documents: ['{"mergingIntList":[1,2,3]}', '{"mergingIntList":[3,4,1]}'],
    want: {
      out: '{"$deleteFromPrimitiveList/mergingIntList":[2],"$setElementOrder/mergingIntList":[3,4,1],"mergingIntList":[4]}',
    },
  },
  {
    name: 'scalars that stand more than once',
    documents: ['{"mergingIntList":[1,1,2,3,3]}', '{"mergingIntList":[2,3,4,4]}'],
    want: {
      out: '{"$deleteFromPrimitiveList/mergingIntList":[1,3],"$setElementOrder/mergingIntList":[2,3,4,4],"mergingIntList":[4,4]}',
    },
  },
  {
    name: 'scalars that stay, in no order',
    documents: ['{"mergingIntList":[3,1]}', '{"mergingIntList":[3,1]}'],
    want: { out: '{"$setElementOrder/mergingIntList":[3,1]}' },
  },
  {
    name: 'scalars are ordered as text',
    documents: ['{"mergingIntList":[10,9]}', '{"mergingIntList":[9,10,100]}'],
    want: { out: '{"$setElementOrder/mergingIntList":[9,10,100],"mergingIntList":[100]}' },
  },
  {
    name: 'a field that is replaced as a whole is always written',
    documents: ['{"replacingItem":{"a":1}}', '{"replacingItem":{"a":1}}'],
    want: { out: '{"replacingItem":{"a":1}}' },
  },
  {
    name: '$retainKeys names what stays',
    documents: [
      '{"retainKeysMap":{"name":"a","value":"v","simpleMap":{"x":"1"}}}',
      '{"retainKeysMap":{"name":"a","other":"o","simpleMap":{"x":"1"}}}',
    ],
    want: { out: '{"retainKeysMap":{"$retainKeys":["name","other","simpleMap"],"other":"o","value":null}}' },
  },
  {
    name: '$retainKeys is left out when nothing changed',
    documents: ['{"retainKeysMap":{"name":"a","value":"v"}}', '{"retainKeysMap":{"name":"a","value":"v"}}'],
    want: { out: '{}' },
  },
  {
    name: '$retainKeys in elements of a list',
    documents: [
      '{"retainKeysMergingList":[{"name":"a","value":"v"},{"name":"b"}]}',
      '{"retainKeysMergingList":[{"name":"a","other":"o"},{"name":"b"}]}',
    ],
    want: {
      out: '{"$setElementOrder/retainKeysMergingList":[{"name":"a"},{"name":"b"}],"retainKeysMergingList":[{"$retainKeys":["name","other"],"name":"a","other":"o","value":null}]}',
    },
  },
  {
    name: 'an element without its key',
    documents: ['{"mergingList":[{"name":"a"}]}', '{"mergingList":[{"value":"1"}]}'],
    want: { error: 'map: map[value:1] does not contain declared merge key: name' },
  },
  {
    name: 'lists of two types',
    documents: ['{"mergingList":[{"name":"a"}]}', '{"mergingList":[1]}'],
    want: { error: 'list element types are not identical: [[map[name:a]] [1]]' },
  },
  {
    name: 'an unknown field that stays',
    documents: ['{"unknown":{"a":1},"list":[1]}', '{"unknown":{"a":1},"list":[1]}'],
    want: { out: '{}' },
  },
  {
    name: 'an unknown field that changes',
    documents: ['{"unknown":{"a":1}}', '{"unknown":{"a":2}}'],
    want: { error: 'unable to find api field in struct MI for the json field "unknown"' },
  },
  {
    name: 'a value of another type',
    documents: ['{"simpleMap":{"a":"1"},"value":"x"}', '{"simpleMap":"x","value":1}'],
    want: { out: '{"simpleMap":"x","value":1}' },
  },
  {
    name: 'the same element twice',
    documents: [
      '{"mergingList":[{"name":"a","value":"1"},{"name":"a","value":"2"}]}',
      '{"mergingList":[{"name":"a","value":"1"},{"name":"a","value":"3"}]}',
    ],
    want: {
      out: '{"$setElementOrder/mergingList":[{"name":"a"},{"name":"a"}],"mergingList":[{"name":"a","value":"3"}]}',
    },
  },
  {
    name: 'null',
    documents: ['{"value":"v","other":null}', '{"value":null,"other":null}'],
    want: { out: '{"value":null}' },
  },
]

/** Original, modified and current. */
export const threeWay: readonly StrategicCase[] = [
  {
    name: 'what others added stays',
    documents: ['{"name":"a"}', '{"name":"a","value":"v"}', '{"name":"a","other":"o"}'],
    want: { out: '{"value":"v"}' },
  },
  {
    name: 'what was deleted goes, although others changed it',
    documents: [
      '{"simpleMap":{"a":"1","b":"2"}}',
      '{"simpleMap":{"a":"1"}}',
      '{"simpleMap":{"a":"1","b":"3","c":"4"}}',
    ],
    overwrite: true,
    want: { out: '{"simpleMap":{"b":null}}' },
  },
  {
    name: 'what was deleted and changed by others is a conflict',
    documents: ['{"simpleMap":{"a":"1","b":"2"}}', '{"simpleMap":{"a":"1"}}', '{"simpleMap":{"a":"1","b":"3"}}'],
    want: {
      error:
        'patch:\nsimpleMap:\n  b: null\n\nconflicts with changes made from original to current:\nsimpleMap:\n  b: "3"\n\n',
    },
  },
  {
    name: 'elements that others added stay',
    documents: [
      '{"mergingList":[{"name":"a"},{"name":"b"}]}',
      '{"mergingList":[{"name":"a","value":"v"}]}',
      '{"mergingList":[{"name":"a"},{"name":"b"},{"name":"s"}]}',
    ],
    want: {
      out: '{"$setElementOrder/mergingList":[{"name":"a"}],"mergingList":[{"name":"a","value":"v"},{"$patch":"delete","name":"b"}]}',
    },
  },
  {
    name: 'elements changed differently are a conflict',
    documents: [
      '{"mergingList":[{"name":"a","value":"1"}]}',
      '{"mergingList":[{"name":"a","value":"2"}]}',
      '{"mergingList":[{"name":"a","value":"3"}]}',
    ],
    want: {
      error:
        'patch:\n$setElementOrder/mergingList:\n- name: a\nmergingList:\n- name: a\n  value: "2"\n\nconflicts with changes made from original to current:\nmergingList:\n- name: a\n  value: "3"\n\n',
    },
  },
  {
    name: 'elements changed differently are overwritten',
    documents: [
      '{"mergingList":[{"name":"a","value":"1"}]}',
      '{"mergingList":[{"name":"a","value":"2"}]}',
      '{"mergingList":[{"name":"a","value":"3"}]}',
    ],
    overwrite: true,
    want: { out: '{"$setElementOrder/mergingList":[{"name":"a"}],"mergingList":[{"name":"a","value":"2"}]}' },
  },
  {
    name: 'elements changed alike',
    documents: [
      '{"mergingList":[{"name":"a","value":"1"}]}',
      '{"mergingList":[{"name":"a","value":"2"}]}',
      '{"mergingList":[{"name":"a","value":"2"}]}',
    ],
    want: { out: '{}' },
  },
  {
    name: 'scalars of both sides',
    documents: ['{"mergingIntList":[1,2]}', '{"mergingIntList":[2,3]}', '{"mergingIntList":[1,2,9]}'],
    want: {
      out: '{"$deleteFromPrimitiveList/mergingIntList":[1],"$setElementOrder/mergingIntList":[2,3],"mergingIntList":[3]}',
    },
  },
  {
    name: '$retainKeys clears what others filled in',
    documents: [
      '{"retainKeysMap":{"name":"a"}}',
      '{"retainKeysMap":{"name":"a","other":"o"}}',
      '{"retainKeysMap":{"name":"a","value":"default"}}',
    ],
    want: { out: '{"retainKeysMap":{"$retainKeys":["name","other"],"other":"o"}}' },
  },
  {
    name: '$retainKeys clears a default of a union',
    documents: [
      '{"retainKeysMap":{"name":"x","simpleMap":{"a":"1"}}}',
      '{"retainKeysMap":{"name":"y"}}',
      '{"retainKeysMap":{"name":"x","simpleMap":{"a":"1"},"value":"filled"}}',
    ],
    overwrite: true,
    want: { out: '{"retainKeysMap":{"$retainKeys":["name"],"name":"y","simpleMap":null}}' },
  },
  {
    name: 'a list without a strategy, replaced by others',
    documents: [
      '{"nonMergingList":[{"name":"a"}]}',
      '{"nonMergingList":[{"name":"b"}]}',
      '{"nonMergingList":[{"name":"c"}]}',
    ],
    want: {
      error:
        'patch:\nnonMergingList:\n- name: b\n\nconflicts with changes made from original to current:\nnonMergingList:\n- name: c\n\n',
    },
  },
  {
    name: 'nothing was there',
    documents: ['{}', '{"name":"a","mergingList":[{"name":"a"}]}', '{}'],
    want: { out: '{"mergingList":[{"name":"a"}],"name":"a"}' },
  },
]

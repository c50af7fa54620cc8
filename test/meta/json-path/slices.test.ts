import { expect, test } from 'vitest'
import { JSONPath } from '../../../src/meta/index.js'

const data = { a: [0, 1, 2], e: [], b: [{ x: 1 }, { y: 2 }], s: 't' }

function answer(path: string): string {
  try {
    return JSONPath.parse(path).execute(data)
  } catch (error) {
    return (error as Error).message
  }
}

// What `k8s.io/client-go/util/jsonpath` answers.
test.each([
  ['{.a[3:]}', ''],
  ['{.a[4:]}', 'array index out of bounds: index 4, length 3'],
  ['{.a[3:2]}', 'array index out of bounds: index 3, length 3'],
  ['{.a[2:1]}', 'starting index 2 is greater than ending index 1'],
  ['{.a[-4:]}', 'array index out of bounds: index -1, length 3'],
  ['{.a[0:4]}', 'array index out of bounds: index 3, length 3'],
  ['{.a[0:3]}', '0 1 2'],
  ['{.a[0:-3]}', ''],
  ['{.a[0:-4]}', 'array index out of bounds: index -2, length 3'],
  ['{.a[1:0]}', 'starting index 1 is greater than ending index 0'],
  ['{.a[0:0]}', ''],
  ['{.a[0:3:0]}', 'step must be > 0'],
  ['{.a[0:3:-1]}', 'step must be > 0'],
  ['{.a[0:3:2]}', '0 2'],
  ['{.a[1:3:1]}', '1 2'],
  ['{.e[0:]}', ''],
  ['{.e[0:1]}', 'array index out of bounds: index 0, length 0'],
  ['{.a[3]}', 'array index out of bounds: index 3, length 3'],
  ['{.a[-3]}', '0'],
  ['{.a[-4]}', 'array index out of bounds: index -1, length 3'],
  ['{.a[0,2]}', '0 2'],
  ['{.a[0,3]}', 'array index out of bounds: index 3, length 3'],
  ["{.b[0]['x','y']}", 'y is not found'],
  ["{.b[*]['x']}", '1'],
  ['{.s[0]}', 'string is not array or slice'],
  ['{.s[0:1]}', 'string is not array or slice'],
])('%s gives %j', (path, expected) => {
  expect(answer(path)).toBe(expected)
})

/**
 * The role of a byte of JSON: 1 opens a container, 2 closes one, 3 begins or ends a string, 0 is anything else. All
 * brackets are after 0x5a.
 */
export const bracketRoles: Uint8Array = /* @__PURE__ */ (() => {
  const roles = new Uint8Array(256)
  for (const open of '{[') roles[open.charCodeAt(0)] = 1
  for (const close of '}]') roles[close.charCodeAt(0)] = 2
  roles[0x22] = 3
  return roles
})()

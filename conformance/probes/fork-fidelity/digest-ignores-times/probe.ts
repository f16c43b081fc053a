import { digests } from 'polygraph/probe'

export default digests({
  one: 'mkdir folder && echo a > folder/a && echo b > folder/b && touch -d @1 folder/a folder',
  other: 'echo x > earlier && mkdir folder && echo b > folder/b && rm earlier && echo a > folder/a',
  digests: 'same',
})

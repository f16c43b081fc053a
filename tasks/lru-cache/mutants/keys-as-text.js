export class Cache {
  #entries = Object.create(null)
  #order = []
  #capacity

  constructor(capacity) {
    this.#capacity = checked(capacity)
  }

  get(key) {
    if (!this.has(key)) return null
    this.#touch(key)
    return this.#entries[key]
  }

  set(key, value) {
    this.#touch(key)
    this.#entries[key] = value
    return this.#evict()[0] ?? null
  }

  has(key) {
    return key in this.#entries
  }

  remove(key) {
    const had = this.has(key)
    this.#order = this.#order.filter((other) => other !== key)
    delete this.#entries[key]
    return had
  }

  keys() {
    return [...this.#order].reverse()
  }

  resize(capacity) {
    this.#capacity = checked(capacity)
    return this.#evict()
  }

  #touch(key) {
    this.#order = [...this.#order.filter((other) => other !== key), key]
  }

  #evict() {
    const gone = this.#order.splice(0, Math.max(0, this.#order.length - this.#capacity))
    for (const key of gone) delete this.#entries[key]
    return gone
  }
}

function checked(capacity) {
  if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError('a capacity of at least 1')
  return capacity
}

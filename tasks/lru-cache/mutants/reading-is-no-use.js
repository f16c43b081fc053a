export class Cache {
  // From the entry used least recently to the one used most recently: a Map keeps the order of insertion.
  #entries = new Map()
  #capacity

  constructor(capacity) {
    this.#capacity = checked(capacity)
  }

  get(key) {
    if (!this.#entries.has(key)) return null
    return this.#entries.get(key)
  }

  set(key, value) {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return this.#evict()[0] ?? null
  }

  has(key) {
    return this.#entries.has(key)
  }

  remove(key) {
    return this.#entries.delete(key)
  }

  keys() {
    return [...this.#entries.keys()].reverse()
  }

  resize(capacity) {
    this.#capacity = checked(capacity)
    return this.#evict()
  }

  #evict() {
    const gone = [...this.#entries.keys()].slice(0, Math.max(0, this.#entries.size - this.#capacity))
    for (const key of gone) this.#entries.delete(key)
    return gone
  }
}

function checked(capacity) {
  if (!Number.isInteger(capacity) || capacity < 1) throw new RangeError('a capacity of at least 1')
  return capacity
}

export class Cache {
  entries = {}

  constructor(capacity) {
    this.capacity = capacity
  }

  get(key) {
    return this.entries[key]
  }

  set(key, value) {
    this.entries[key] = value
    const [first] = Object.keys(this.entries)
    if (Object.keys(this.entries).length >= this.capacity) delete this.entries[first]
    return first
  }

  has(key) {
    return key in this.entries
  }

  remove(key) {
    return delete this.entries[key]
  }

  keys() {
    return Object.keys(this.entries)
  }

  resize(capacity) {
    this.capacity = capacity
    return []
  }
}

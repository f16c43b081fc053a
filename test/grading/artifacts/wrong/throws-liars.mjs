// Throws proxies and errors that lie about their class.
export const add = () => { throw new Proxy(new RangeError('no'), { getPrototypeOf: () => { throw new Error('caught') } }) }
export const mul = () => { throw Object.setPrototypeOf({}, RangeError.prototype) }

// Plain CommonJS: there is nothing for Babel to transform, and to load it takes longer than the tests.
module.exports = { transform: {} }

export { createCommandBackend, type CommandOptions } from './backend.ts'
export { readDefinition, type CommandDefinition, type Read } from './definition.ts'

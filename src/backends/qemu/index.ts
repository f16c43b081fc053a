export * as image from './image/index.ts'
export { createQemuBackend, type QemuOptions } from './backend.ts'

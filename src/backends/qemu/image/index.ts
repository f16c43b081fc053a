export { environmentPart } from './environment.ts'
export { ChangedImage, findPart, imagesDir, type Found, type Manifest, type Part } from './store.ts'
export { systemPart, type Building } from './system.ts'

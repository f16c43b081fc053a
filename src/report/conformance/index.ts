export { conformanceJunit } from './junit.ts'
export { conformanceMarkdown } from './markdown.ts'
export { conformancePage, conformanceSection } from './page.ts'
export { conformanceText, controlsText } from './text.ts'

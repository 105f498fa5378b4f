export { visibleLine, visibleText } from '../../../server/src/lib/visible-text.ts';

import { parseLarge } from './parse-large.ts';

export default parseLarge;

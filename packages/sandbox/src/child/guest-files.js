import { fs } from './builtins.js';

const folder = new URL('../../guest/', import.meta.url);

/** A program that runs inside a guest's engine, as source. @param {string} name */
export const readGuestFile = (name) => fs.readFileSync(new URL(name, folder), 'utf8');

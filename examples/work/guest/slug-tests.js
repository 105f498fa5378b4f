import assert from 'assert';
import { slugOf } from '../lib/slug.js';

export const wordsAreJoined = () => assert.strictEqual(slugOf('Shared notes, versioned'), 'shared-notes-versioned');
export const accentsGo = () => assert.strictEqual(slugOf('Café Übergröße'), 'cafe-ubergro-e');
export const nothingHangsOver = () => assert.strictEqual(slugOf('  (again!) '), 'again');
export const aTitleOfSignsIsEmpty = () => assert.strictEqual(slugOf('?!'), '');

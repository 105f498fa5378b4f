import type { Emitter, HLJSOptions } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import type { Highlighter } from './markdown.ts';

const languages = {
  ...{ bash, c, css, diff, go, ini, java, javascript, json, markdown, python, rust, sql, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(['mjs', 'cjs'], { languageName: 'javascript' });
hljs.registerAliases(['mts', 'cts'], { languageName: 'typescript' });
hljs.registerAliases(['toml', 'env'], { languageName: 'ini' });

/**
 * Longer code, and code with longer lines or words, stays plain. Some patterns of the languages take time quadratic in
 * the length of a line or a word, and the deadline is not checked while a pattern runs.
 */
const coloredCharacters = 64 * 1024;
const longLine = /.{501}/;
const longWord = /[\w$]{101}/;

let deadline = 0;

/** The library's emitter, which collects tokens. `TimedEmitter` throws after the deadline and so ends the colouring. */
const standard = hljs.highlight('', { language: 'json' })._emitter.constructor as new (options: HLJSOptions) => Emitter;

class TimedEmitter extends standard {
  override addText(text: string): void {
    if (performance.now() > deadline) throw new Error('Colouring takes too long.');
    super.addText(text);
  }
}
hljs.configure({ __emitter: TimedEmitter });

/** Hostile code could take minutes. Code that takes longer than `withinMs` stays plain, as in an unknown language. */
export const highlightCode: Highlighter = (code, language, withinMs) => {
  if (code.length > coloredCharacters || longLine.test(code) || longWord.test(code)) return undefined;
  if (!hljs.getLanguage(language)) return undefined;
  deadline = performance.now() + withinMs;
  const { value, errorRaised } = hljs.highlight(code, { language, ignoreIllegals: true });
  return errorRaised ? undefined : value;
};

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

const languages = {
  ...{ bash, c, css, diff, go, ini, java, javascript, json, markdown, python, rust, sql, typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(['mjs', 'cjs'], { languageName: 'javascript' });
hljs.registerAliases(['mts', 'cts'], { languageName: 'typescript' });
hljs.registerAliases(['toml', 'env'], { languageName: 'ini' });

/** Longer code stays plain: colouring it would hold the page up. */
const coloredCharacters = 200 * 1024;

export const highlightCode = (code: string, language: string): string | undefined =>
  code.length <= coloredCharacters && hljs.getLanguage(language)
    ? hljs.highlight(code, { language, ignoreIllegals: true }).value
    : undefined;

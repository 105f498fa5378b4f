import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const lines = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];

/** Each holds a function of more than 40 lines, and none of more than 80. No file is added here without its reason. */
const longFunctions = ['packages/conformance/src/rules/briefs.ts', 'proofs/lib/client-program.js'];

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/data/',
    'packages/server/viewer/',
    'packages/pairspace/plugins/',
    'packages/*/*.config.js',
    'eslint.config.js',
    '**/*.cjs',
    // What runs in the guests' engines, which have neither our modules nor our types.
    'packages/sandbox/guest/',
    'examples/work/guest/',
  ]),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': lines(300),
      'max-lines-per-function': lines(40),
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: false }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // A row type is the promise of its query, a payload type that of its endpoint.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-expressions': ['error', { allowTaggedTemplates: true }],
    },
  },
  {
    // Texts of others meet these expressions. An exception says what bounds the text, and has a test.
    files: ['packages/**'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false, ignoreSticky: false }],
    },
  },
  {
    // A function that describes tests is a list of them.
    files: ['**/*.test.ts', '**/testing/describe-{readers,transactions}.ts'],
    rules: { 'max-lines': lines(400), 'max-lines-per-function': 'off' },
  },
  {
    // Markup, and functions that nobody has found a cut for yet.
    files: ['**/*.tsx', ...longFunctions],
    rules: { 'max-lines-per-function': lines(80) },
  },
  {
    // tsc checks their types, which stand in comments; the rules that need types find `any` on the guest's side.
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
  },
  {
    files: ['scripts/**', 'bench/**', 'proofs/**', 'examples/**', 'packages/conformance/**', 'packages/cli/**'],
    rules: { 'no-console': 'off' },
  },
);

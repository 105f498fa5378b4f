import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const lines = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];

/** Each file holds a function of more than 40 lines, and none of more than 80. A new entry needs a reason. */
const longFunctions = ['packages/conformance/src/rules/briefs.ts'];

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '**/data/',
    'packages/server/viewer/',
    'packages/pairspace/plugins/',
    'packages/*/*.config.js',
    'eslint.config.js',
    '**/*.cjs',
    // Programs for the guests' engines, which have neither our modules nor our types.
    'packages/sandbox/guest/',
    'examples/work/guest/',
    // A program of its own packages.
    'examples/agents/ai-sdk/',
  ]),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    // The packages import each other's sources. A program for each package would check these sources again.
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './packages/web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'max-lines': lines(300),
      'max-lines-per-function': lines(40),
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: false }],
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // The type parameter of a query states the type of its rows, that of an endpoint its payload.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-expressions': ['error', { allowTaggedTemplates: true }],
    },
  },
  {
    // Untrusted texts meet these expressions.
    files: ['packages/**'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false, ignoreSticky: false }],
    },
  },
  {
    // The function of a test suite is a list of tests, and that of a scene of a proof a list of steps.
    files: [
      '**/*.test.ts',
      '**/testing/describe-{readers,transactions}.ts',
      'proofs/lib/{disk,worlds}/*.ts',
      'proofs/lib/strain.ts',
    ],
    rules: { 'max-lines': lines(400), 'max-lines-per-function': 'off' },
  },
  {
    // Markup, and the long functions listed above.
    files: ['**/*.tsx', ...longFunctions],
    rules: { 'max-lines-per-function': lines(80) },
  },
  {
    // tsc checks their types, which are in comments. The rules that need types would find `any` in code for guests.
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
  },
  {
    files: ['scripts/**', 'bench/**', 'proofs/**', 'examples/**', 'packages/conformance/**', 'packages/cli/**'],
    rules: { 'no-console': 'off' },
  },
);

import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const lines = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];

export default defineConfig(
  globalIgnores(['**/dist/', '**/data/', '**/*.js', '**/*.cjs']),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': lines(400),
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
    files: ['**/*.test.ts'],
    rules: { 'max-lines': lines(600) },
  },
  {
    files: ['scripts/**', 'bench/**', 'proofs/**', 'examples/**', 'packages/conformance/**', 'packages/cli/**'],
    rules: { 'no-console': 'off' },
  },
);

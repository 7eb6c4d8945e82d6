import * as typescript from '@typescript-eslint/parser';
import prettier from 'eslint-config-prettier';
import vue from 'eslint-plugin-vue';

// Templates only: oxlint (.oxlintrc.json) looks at everything else, scripts of components included, and parses much faster.
export default [
  { ignores: ['**/dist'] },
  ...vue.configs['flat/recommended'].map((config) => ({ ...config, files: ['**/*.vue'] })),
  {
    files: ['**/*.vue'],
    languageOptions: { parserOptions: { parser: typescript } },
    rules: {
      'vue/multi-word-component-names': 'off', // the folder says what it belongs to
      'vue/require-default-prop': 'off', // optional properties are typed as such
      'vue/no-v-html': 'error',
    },
  },
  prettier,
];

import { basename } from 'node:path';

/** Rules of this repository that oxlint doesn't have. */
export default {
  meta: { name: 'sitedesk' },
  rules: {
    /** `UserRolesService` stands in `user-roles.service.ts`, and a file of that kind holds nothing by another name. */
    'service-file': {
      create: (context) => ({
        Decorator({ expression, parent: { id } }) {
          if (expression.callee?.name !== 'Injectable') return;
          const file = basename(context.filename, '.ts');
          if (!id.name.endsWith('Service') && !file.endsWith('.service')) return;
          if (id.name.toLowerCase() === file.replace(/[-.]/g, '')) return;
          const message = 'Name file and class alike: UserRolesService, user-roles.service.ts.';
          context.report({ node: id, message });
        },
      }),
    },
    /** Features of the administration never import each other; what two of them need stands in ui, app or composables. */
    'feature-imports': {
      create: (context) => {
        const check = ({ source: node }) => {
          if (!node || !/^(?:\.\.\/)+(?!app\/|ui\/|composables\/|\.\.\/)/.test(node.value)) return;
          const message = 'A feature imports from app, ui, composables and its own folder only.';
          context.report({ node, message });
        };
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportAllDeclaration: check,
          ExportNamedDeclaration: check,
        };
      },
    },
    'no-literal-spread': {
      create: (context) => ({
        SpreadElement(node) {
          if (!['ObjectExpression', 'ArrayExpression'].includes(node.argument.type)) return;
          const message =
            'Write the members themselves: a spread of a literal switches excess-property checks off.';
          context.report({ node, message });
        },
      }),
    },
    'no-combined-signal': {
      create: (context) => ({
        MemberExpression(node) {
          if (node.object.name !== 'AbortSignal' || node.property.name !== 'any') return;
          const message =
            'Use an AbortController of your own and setTimeout: Node 20 lets go of a combined signal that only a response listens to, and the call never ends.';
          context.report({ node, message });
        },
      }),
    },
  },
};

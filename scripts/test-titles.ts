import ts from 'typescript';

/** Functions whose first arguments are the title of a test, or of a rule of the conformance suite, as `sessionRule`. */
const titled = /^(test|it|describe|rule|[a-zA-Z]+Rule)$/;

/** The name at the beginning of `test`, `test.skipIf(…)`, `describe.each(…)`. */
const rootOf = (callee: ts.Expression): string => {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return rootOf(callee.expression);
  return '';
};

const textOf = (node: ts.Expression): string =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? node.getText() : '';

/** The titles of all tests and rules in a source, as they are written. */
export const testTitles = (source: string): string[] => {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && titled.test(rootOf(node.expression))) {
      titles.push(...node.arguments.slice(0, 2).map(textOf));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true));
  return titles.filter((title) => title !== '');
};

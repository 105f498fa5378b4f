import ts from 'typescript';

/** A regular expression of a source. */
export interface Expression {
  file: string;
  line: number;
  pattern: string;
  flags: string;
  /** The method that takes the expression, such as `split`. */
  method: string | undefined;
}

/** Every regular expression of a source: literals, and `RegExp` calls with constants of the same file. */
export const expressionsIn = (file: string, text: string): Expression[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKindOf(file));
  const constants = constantsOf(source);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const parts = partsOf(node, constants);
    if (parts) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ file, line, ...parts, method: methodOf(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

const scriptKindOf = (file: string): ts.ScriptKind => {
  if (file.endsWith('x')) return ts.ScriptKind.TSX;
  return /\.m?js$/.test(file) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
};

type Constants = ReadonlyMap<string, ts.Expression>;

const constantsOf = (source: ts.SourceFile): Constants => {
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return constants;
};

const partsOf = (node: ts.Node, constants: Constants): { pattern: string; flags: string } | undefined => {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    return { pattern: node.text.slice(1, end), flags: node.text.slice(end + 1) };
  }
  const isMade = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp';
  if (!isMade) return undefined;
  const [pattern, flags] = node.arguments ?? [];
  return { pattern: valueOf(pattern, constants), flags: valueOf(flags, constants) };
};

/** The value of a constant text. A part that is known only at run time becomes the letter x. */
const valueOf = (node: ts.Expression | undefined, constants: Constants): string => {
  if (!node) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => valueOf(expression, constants) + literal.text);
    return node.head.text + spans.join('');
  }
  if (ts.isBinaryExpression(node)) return valueOf(node.left, constants) + valueOf(node.right, constants);
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source') {
    const literal = constants.get(node.expression.getText());
    return (literal && partsOf(literal, constants)?.pattern) ?? 'x';
  }
  const known = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return known ? valueOf(known, constants) : 'x';
};

const methodOf = ({ parent }: ts.Node): string | undefined =>
  ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression)
    ? parent.expression.name.text
    : undefined;

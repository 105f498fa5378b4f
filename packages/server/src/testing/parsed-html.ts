import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
export type Element = DefaultTreeAdapterTypes.Element;

export const elementsOf = (node: Node): Element[] =>
  ('childNodes' in node ? node.childNodes : []).flatMap((child) =>
    'tagName' in child ? [child, ...elementsOf(child)] : elementsOf(child),
  );

export const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';

export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

export const hasClass = (element: Element, name: string): boolean =>
  attributeOf(element, 'class')?.split(' ').includes(name) ?? false;

/** Whether a text contains an invisible character. */
export const isHidden = (text: string): boolean =>
  hidden.test(text) && hidden.test(text.replace(/\p{RGI_Emoji}/gv, ''));

const hidden =
  /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0000}-\u{e0fff}]--[\n\t]]/v;

const harmless = new Set(
  'html head body meta title style link header footer main nav section article p div span b i sup bdi a time h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tr th td pre code blockquote em strong s br hr small details summary'.split(
    ' ',
  ),
);
const harmlessAttributes = new Set(
  'charset http-equiv content name lang class id href rel title datetime dir scope data-column aria-label aria-hidden aria-current role tabindex start data-kind data-tone'.split(
    ' ',
  ),
);

/** Icons are shapes that load nothing and refer to nothing. */
const shapes = new Set(['svg', 'path', 'circle']);
const shapeAttributes = new Set(
  'class width height viewBox fill stroke stroke-width stroke-linecap stroke-linejoin aria-hidden d cx cy r'.split(' '),
);

const dangersInShape = ({ tagName, attrs }: Element): string[] =>
  attrs
    .filter(({ name, value }) => !shapeAttributes.has(name) || !/^[\w .-]*$/.test(value))
    .map(({ name, value }) => `${tagName} ${name} ${value}`);

export interface ParsedPage {
  elements: Element[];
  text: string;
  hasComment: boolean;
}

/** A page in the structure that a browser gives it. */
export const parsePage = (html: string): ParsedPage => {
  const document = parse(html);
  return { elements: elementsOf(document), text: textOf(document), hasComment: html.includes('<!--') };
};

const isSafeAddress = (address: string): boolean =>
  /^(https?:\/\/|mailto:|#[\w-]+$|(\.\.\/)*[\w./-]+(#[\w-]+)?$)/i.test(address);

/** Parts of a page that could run, load, hide or mislead; empty for a safe page. */
export const dangersIn = ({ elements, text, hasComment }: ParsedPage): string[] => {
  const dangers: string[] = [];
  const counts = new Map<string, number>();
  for (const element of elements) {
    const { tagName, attrs } = element;
    if (shapes.has(tagName)) {
      dangers.push(...dangersInShape(element));
      continue;
    }
    counts.set(tagName, (counts.get(tagName) ?? 0) + 1);
    if (!harmless.has(tagName)) dangers.push(`<${tagName}>`);
    for (const { name, value } of attrs) {
      if (!harmlessAttributes.has(name)) dangers.push(`${tagName} ${name}`);
      if (name === 'href' && !isSafeAddress(value)) dangers.push(`href ${value}`);
      if (isHidden(value)) dangers.push(`something hidden in ${name}`);
    }
  }
  if (isHidden(text)) dangers.push('something hidden in the text');
  if (hasComment) dangers.push('a comment');
  if ((counts.get('style') ?? 0) + (counts.get('link') ?? 0) !== 1) dangers.push('another style sheet');
  if (counts.get('meta') !== 5) dangers.push('another meta');
  return dangers;
};

import DOMPurify from 'dompurify';

interface Policy {
  createHTML: (html: string) => unknown;
}

interface Factory {
  createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy;
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
const policy: Policy = factory?.createPolicy('pairspace', { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

// A block or a table that scrolls is reached with the keyboard, and no other element: the order of the page's own stays as it is.
DOMPurify.addHook('uponSanitizeAttribute', (element, attribute) => {
  if (attribute.attrName !== 'tabindex') return;
  attribute.keepAttr = (element.nodeName === 'PRE' || element.nodeName === 'TABLE') && attribute.attrValue === '0';
});

/** The elements that rendered text may contain: none that runs, loads, or styles itself. */
const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's'],
    ...['a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'rel', 'target', 'start', 'class', 'dir', 'tabindex'],
  // The expression below is for addresses; these hold none.
  ADD_URI_SAFE_ATTR: ['rel', 'target', 'start', 'dir', 'tabindex'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** The one way by which text becomes HTML in this page. The page's policy refuses every other. */
export const trustedHtml = (html: string): { __html: string } => ({
  __html: policy.createHTML(DOMPurify.sanitize(html, allowed)) as string,
});

/** The text that one character reference, such as `&copy;`, stands for. The document that is made of it is never shown. */
export const trustedText = (reference: string): string =>
  new DOMParser().parseFromString(policy.createHTML(reference) as string, 'text/html').documentElement.textContent;

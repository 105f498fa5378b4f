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

// Code blocks and tables scroll, so they may be tab stops. No other element of a text may change the page's tab order.
DOMPurify.addHook('uponSanitizeAttribute', (element, attribute) => {
  if (attribute.attrName !== 'tabindex') return;
  attribute.keepAttr = (element.nodeName === 'PRE' || element.nodeName === 'TABLE') && attribute.attrValue === '0';
});

/** The elements and attributes of rendered text: none of them runs a script, loads something or brings a style. */
const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's'],
    ...['a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
  ],
  ALLOWED_ATTR: ['href', 'title', 'rel', 'target', 'start', 'class', 'dir', 'tabindex'],
  // Attributes that hold no addresses, so that the expression below does not apply to them.
  ADD_URI_SAFE_ATTR: ['rel', 'target', 'start', 'dir', 'tabindex'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Turns a text into HTML. The content security policy refuses HTML that does not pass the policy `pairspace`. */
export const trustedHtml = (html: string): { __html: string } => ({
  __html: policy.createHTML(DOMPurify.sanitize(html, allowed)) as string,
});

/** The text that one character reference, such as `&copy;`, stands for. The parsed document is never shown. */
export const trustedText = (reference: string): string =>
  new DOMParser().parseFromString(policy.createHTML(reference) as string, 'text/html').documentElement.textContent;

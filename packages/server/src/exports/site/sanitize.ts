import sanitizeHtml from 'sanitize-html';

const highlighted = ['hljs-*', 'function_', 'class_', 'inherited__', 'language_', 'escape_', 'constant_'];

/** The elements and attributes that rendered text may contain. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's'],
    ...['a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
  ],
  allowedAttributes: {
    '*': [{ name: 'dir', values: ['auto'] }],
    a: ['href', 'title', 'rel'],
    ol: ['start'],
    pre: [{ name: 'tabindex', values: ['0'] }],
    table: [{ name: 'tabindex', values: ['0'] }],
  },
  allowedClasses: { span: [...highlighted, 'mention'], li: ['task'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
};

/** Removes everything that could run a script, load something, or show itself outside of its place on the page. */
export const sanitize = (html: string): string => sanitizeHtml(html, allowed);

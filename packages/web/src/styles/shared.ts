// The styles that the live page, the view inside other programs, and the site share, in the order of precedence.
import './tokens.css';
import './base.css';
import './marks.css';
import './content.css';
import './texts.css';
import './entry.css';

// The styles that the page, its form inside conversations, and the site share, in the order of precedence.
import './tokens.css';
import './base.css';
import './marks.css';
import './content.css';
import './texts.css';
import './entry.css';

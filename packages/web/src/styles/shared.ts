// What the page, its form inside conversations, and the site look alike by, in the order in which it counts.
import './tokens.css';
import './base.css';
import './marks.css';
import './content.css';
import './texts.css';
import './entry.css';

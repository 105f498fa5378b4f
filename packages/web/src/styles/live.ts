// What the page has beyond the site where it shows a session.
import './shared.ts';
import './parts.css';
import './session.css';
import './timeline.css';
import './panels.css';

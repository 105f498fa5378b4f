// The styles of the live page for views of a session: the shared styles, and styles that the site does not need.
import './shared.ts';
import './parts.css';
import './session.css';
import './timeline.css';
import './panels.css';
import './board.css';
import './ask.css';

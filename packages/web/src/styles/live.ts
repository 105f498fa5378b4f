// The styles of the live page, beyond those of the site, for views of a session.
import './shared.ts';
import './parts.css';
import './session.css';
import './timeline.css';
import './panels.css';
import './board.css';
import './ask.css';

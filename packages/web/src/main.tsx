import './styles/tokens.css';
import './styles/base.css';
import './styles/marks.css';
import './styles/parts.css';
import './styles/texts.css';
import './styles/home.css';
import './styles/session.css';
import './styles/timeline.css';
import './styles/panels.css';
import './styles/operator.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { takeTokenFromAddress } from './model/kept-tokens.ts';

takeTokenFromAddress();
const root = document.getElementById('app');
if (root) render(<App />, root);

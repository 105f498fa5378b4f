import './styles/live.ts';
import './styles/home.css';
import './styles/operator.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { takeTokenFromAddress } from './model/kept-tokens.ts';

const offered = takeTokenFromAddress();
const root = document.getElementById('app');
if (root) render(<App offered={offered} />, root);

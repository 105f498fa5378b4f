import './shared.ts';
import './site.css';

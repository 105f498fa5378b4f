import { serveRequests } from '../../threads/serve-requests.ts';
import { parseLarge } from './parse-large.ts';

serveRequests(parseLarge);

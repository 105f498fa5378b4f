const normalizeParts = (parts, isAbsolute) => {
  const kept = [];
  for (const part of parts) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept[kept.length - 1] !== '..') kept.pop();
    else if (!isAbsolute) kept.push('..');
  }
  return kept;
};
const normalize = (path) => {
  const isAbsolute = path.startsWith('/');
  const body =
    normalizeParts(path.split('/'), isAbsolute).join('/') + (path.endsWith('/') && path.length > 1 ? '/' : '');
  return (isAbsolute ? '/' : '') + body.replace(/^\/$/, '') || (isAbsolute ? '/' : '.');
};
const resolve = (...paths) => {
  let all = '';
  for (let i = paths.length - 1; i >= 0 && !all.startsWith('/'); i--)
    if (paths[i]) all = paths[i] + (all ? '/' + all : '');
  return normalize(all.startsWith('/') ? all : '/work/' + all).replace(/(.)\/$/, '$1');
};
const withoutSlashes = (path) => {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end--;
  return path.slice(0, end);
};
const basename = (path, suffix = '') => {
  const whole = withoutSlashes(path);
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  return suffix && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
};
const extname = (path) => {
  const name = basename(path);
  const at = name.lastIndexOf('.');
  return /[^.]/.test(name.slice(0, Math.max(0, at))) ? name.slice(at) : '';
};
const dirname = (path) => {
  const whole = withoutSlashes(path);
  const at = whole.lastIndexOf('/');
  if (at === -1) return whole === '' && path !== '' ? '/' : '.';
  return withoutSlashes(whole.slice(0, at)) || '/';
};
const relative = (from, to) => {
  const [a, b] = [from, to].map((each) => resolve(each).split('/').filter(Boolean));
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
};
const path_ = {
  sep: '/',
  delimiter: ':',
  normalize,
  resolve,
  basename,
  extname,
  dirname,
  relative,
  isAbsolute: (each) => each.startsWith('/'),
  join: (...parts) => normalize(parts.filter(Boolean).join('/') || '.'),
  parse: (each) => ({
    root: each.startsWith('/') ? '/' : '',
    dir: each.includes('/') ? dirname(each) : '',
    base: basename(each),
    ext: extname(each),
    name: basename(each, extname(each)),
  }),
  format: (each) =>
    (each.dir ? each.dir + '/' : (each.root ?? '')) + (each.base ?? (each.name ?? '') + (each.ext ?? '')),
};
path_.posix = path_;

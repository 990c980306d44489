import { render } from 'preact';
import { App } from './parts/app.tsx';
import { takeAccessKey } from './storage.ts';

takeAccessKey();
// The link pasted into an open tab only changes the fragment.
addEventListener('hashchange', () => {
  if (takeAccessKey()) location.reload();
});
render(<App />, document.getElementById('app')!);

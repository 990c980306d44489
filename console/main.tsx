import { render } from 'preact';
import { App } from './parts/app.tsx';

render(<App />, document.getElementById('app')!);

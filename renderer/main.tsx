import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { connect } from './app/connect';
import { createAppStore } from './app/store';
import { StoreContext } from './app/store-context';
import { WindowFailed } from './app/window-failed';
import { startTranslation, systemLanguage } from './lib/i18n';
import { followSystemTheme } from './lib/theme';
import { Boundary } from './ui/boundary';
import './styles/tokens.css';
import './styles/base.css';

followSystemTheme();
startTranslation(systemLanguage());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const store = createAppStore(window.deskwright);
connect(store, window.deskwright);

createRoot(root).render(
  <StrictMode>
    <StoreContext value={store}>
      <Boundary fallback={(error) => <WindowFailed error={error} />}>
        <App />
      </Boundary>
    </StoreContext>
  </StrictMode>,
);

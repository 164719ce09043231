import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApprovalWindow } from './features/approval/approval-window';
import { startTranslation, systemLanguage } from './lib/i18n';
import { followSystemTheme } from './lib/theme';
import './styles/tokens.css';
import './styles/base.css';

followSystemTheme();
startTranslation(systemLanguage());

const root = document.getElementById('root');
if (!root) throw new Error('approval.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ApprovalWindow bridge={window.deskwright} />
  </StrictMode>,
);

import { memo, type ReactElement } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { secureUrl } from '../lib/secure-url';
import styles from './markdown.module.css';

const components: Components = {
  a({ href, children }) {
    const url = secureUrl(href);
    if (!url) return <>{children}</>;
    return (
      <a href={url} title={url} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    );
  },
  /* A fetched picture would tell its server what was in the answer, so pictures stay words. */
  img({ alt, src }) {
    return <span className={styles.image}>{[alt, typeof src === 'string' ? src : ''].filter(Boolean).join(' · ')}</span>;
  },
  table({ children }) {
    return (
      <div className={styles.table} tabIndex={0} role="group">
        <table>{children}</table>
      </div>
    );
  },
  input({ checked }) {
    return <input type="checkbox" checked={checked === true} readOnly disabled />;
  },
};

const plugins = [remarkGfm];
const keep = (url: string): string => url;

/**
 * Markdown of a model or a tool: GFM, no raw HTML, no picture ever loaded, links only where
 * `secureUrl` agrees (the main process opens them outside the app).
 */
export const Markdown = memo(function Markdown({ text }: { text: string }): ReactElement {
  return (
    <div className={styles.prose}>
      <ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={keep} skipHtml>
        {text}
      </ReactMarkdown>
    </div>
  );
});

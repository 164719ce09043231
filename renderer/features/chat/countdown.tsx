import { useEffect, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

/** How long it still is until the run goes on by itself; nothing once it has. `until` is wall-clock milliseconds. */
export function Countdown({ until }: { until: number }): ReactElement | null {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  const over = now >= until;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [over]);
  return over ? null : (
    <span role="timer" data-testid="countdown">
      {t('chat.goesOnIn', { seconds: Math.ceil((until - now) / 1000) })}
    </span>
  );
}

import { Circle, CircleCheck, CircleDot } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { visible } from '../../lib/visible';
import type { Todo } from './read-todo';
import styles from './todo-list.module.css';

const icons: Record<Todo['status'], typeof Circle> = { pending: Circle, in_progress: CircleDot, completed: CircleCheck };

/** The assistant's plan for the run, step by step. */
export function TodoList({ todos }: { todos: Todo[] }): ReactElement {
  const { t } = useTranslation();
  const done = todos.filter((todo) => todo.status === 'completed').length;
  return (
    <section className={styles.todo} data-testid="todo" aria-label={t('todo.title')}>
      <h2 className={styles.head}>
        {t('todo.title')}
        <span className={styles.count}>{t('todo.count', { done, all: todos.length })}</span>
      </h2>
      <ol className={styles.list}>
        {todos.map((todo, index) => {
          const Icon = icons[todo.status];
          return (
            <li key={index} className={[styles.item, styles[todo.status]].join(' ')} aria-current={todo.status === 'in_progress' ? 'step' : undefined}>
              <Icon size={15} role="img" aria-label={t(`todo.${todo.status}`)} />
              {visible(todo.content)}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

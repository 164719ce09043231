import { askUserTool } from './ask-user';
import { bashTool } from './bash';
import { editTool } from './edit';
import { globTool } from './glob';
import { grepTool } from './grep';
import { lsTool } from './ls';
import { multiEditTool } from './multi-edit';
import { readTool } from './read';
import { todoWriteTool } from './todo-write';
import type { Tool } from './tool';
import { writeTool } from './write';

/** The tools offered always, in the order the model sees them. */
export const coreTools: readonly Tool[] = [lsTool, globTool, grepTool, readTool, writeTool, editTool, multiEditTool, bashTool, todoWriteTool, askUserTool];

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';

/** What a layer (the environment, one `.env` file, the settings file) says about the model. "" is "not said". */
export interface ModelLayer {
  baseUrl: string;
  apiKey: string;
  model: string;
  /** True for `.env` of the working folder, which may have come with somebody else's project. */
  foreign: boolean;
}

export type Environment = Record<string, string | undefined>;

/**
 * The layers outside the settings file, strongest first: the environment, `.env` of the working
 * folder, `.env` of the data folder. A missing or unreadable `.env` is an empty layer.
 */
export function environmentLayers(environment: Environment, workingFolder: string, dataFolder: string): ModelLayer[] {
  const layers = [layerOf(environment, false), layerOf(readDotEnv(workingFolder), true)];
  if (path.resolve(workingFolder) !== path.resolve(dataFolder)) layers.push(layerOf(readDotEnv(dataFolder), false));
  return layers;
}

/** The `.env` file of a folder; empty when there is none. */
export function readDotEnv(folder: string): Environment {
  try {
    return parse(readFileSync(path.join(folder, '.env')));
  } catch {
    return {};
  }
}

/**
 * Merges the layers, strongest first, field by field. An address from a foreign layer gets only a
 * key of the same layer, unless it is on this machine: else a project's `.env` could have the
 * person's own key sent to its author.
 */
export function mergeLayers(layers: ModelLayer[]): Omit<ModelLayer, 'foreign'> {
  const first = (field: 'baseUrl' | 'apiKey' | 'model'): ModelLayer | undefined => layers.find((layer) => layer[field] !== '');
  const address = first('baseUrl');
  const baseUrl = address?.baseUrl ?? '';
  const trusted = !address?.foreign || isLoopback(baseUrl);
  const apiKey = (trusted ? first('apiKey')?.apiKey : address?.apiKey) ?? '';
  return { baseUrl, apiKey, model: first('model')?.model ?? '' };
}

function layerOf(values: Environment, foreign: boolean): ModelLayer {
  const value = (name: string): string => values[name]?.trim() ?? '';
  return { baseUrl: value('OPENAI_BASE_URL'), apiKey: value('OPENAI_API_KEY'), model: value('MODEL_NAME'), foreign };
}

function isLoopback(address: string): boolean {
  try {
    const { hostname } = new URL(address);
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  } catch {
    return false;
  }
}

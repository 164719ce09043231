/**
 * What Electron runs when it is started as `electron [-r MODULE] APP`: it takes the app's identity from its
 * package.json and loads its main. The registry package's Electron comes from a packaged product, which has none.
 */
const { app } = require('electron');
const Module = require('node:module');
const { existsSync, readFileSync } = require('node:fs');
const { join, resolve } = require('node:path');

/** @param {string[]} words the command line after the executable */
function readCommand(words) {
  const preloads = [];
  let target = null;
  for (let index = 0; index < words.length && target === null; index += 1) {
    const word = words[index];
    if (word === '-r' || word === '--require') preloads.push(words[(index += 1)]);
    else if (word.startsWith('--require=')) preloads.push(word.slice('--require='.length));
    else if (!word.startsWith('-')) target = word;
  }
  return { preloads, target };
}

/** @param {string} folder an app's folder @returns {string} the file to load */
function takeIdentity(folder) {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (about.version) app.setVersion(about.version);
  const name = about.productName ?? about.name;
  if (name) app.setName(name);
  app.setAppPath(folder);
  return join(folder, about.main ?? 'index.js');
}

const { preloads, target } = readCommand(process.argv.slice(1));
if (target === null) {
  console.error('Say which app to run: electron [-r MODULE] APP');
  app.exit(2);
} else {
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  const path = resolve(target);
  const isFolder = existsSync(join(path, 'package.json'));
  const main = isFolder ? takeIdentity(path) : path;
  // Electron's own sets the paths by the name it started with, so the person's data would land in another folder.
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(app.getPath('appData'), app.getName()));
  if (preloads.length > 0) Module._preloadModules(preloads);
  Module._load(main, null, true);
}

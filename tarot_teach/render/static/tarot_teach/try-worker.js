// The engine in a worker: loads Python and the package when the page asks for them, tells how far it is, and answers questions in JSON.
let asked;

// Files of a page that holds them all, by name; each is packed by gzip and written in base64.
const unpacked = async files => new Map(await Promise.all([...files].map(async ([name, text]) => {
  const bytes = new Blob([Uint8Array.from(atob(text), sign => sign.charCodeAt(0))]);
  return [name, await new Response(bytes.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()];
})));

const load = async ({ base, pages, packed }) => {
  let bytes = 0;
  const files = packed && await unpacked(packed), outside = self.fetch;
  const fetched = !files ? outside : async what => {
    const name = `${what.url ?? what}`.split("/").at(-1), type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files.get(name), { status: files.has(name) ? 200 : 404, headers: { "Content-Type": type } });
  };
  const module = name => URL.createObjectURL(new Blob([files.get(name)], { type: "text/javascript" }));
  const get = async what => {
    const answer = await fetched(what);
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
    return answer;
  };
  const { runtime, wheel, pydantic_core, archive, catalogue, files: sizes, own, language } = await (await get(new URL("engine.json", base))).json();
  const total = Object.entries(sizes).reduce((sum, [name, size]) => sum + (name.endsWith(".mjs") ? 0 : size), 0);
  const counted = () => new TransformStream({ transform(part, stream) { bytes += part.length; postMessage({ bytes, total: runtime.startsWith(".") ? total : 0 }); stream.enqueue(part); } });
  // The loader of Python waits without end for a part that cannot be fetched or compiled.
  let broken;
  const breaks = new Promise((_, refuse) => { broken = refuse; }), noticed = what => async (...given) => {
    try { return await what(...given); } catch (error) { broken(error); throw error; }
  };
  breaks.catch(() => {});
  for (const name of ["instantiate", "instantiateStreaming"]) WebAssembly[name] = noticed(WebAssembly[name].bind(WebAssembly));
  self.fetch = noticed(async what => { const answer = await get(what); return new Response(answer.body.pipeThrough(counted()), answer); });
  const at = new URL(runtime, base).href, whole = async name => (await self.fetch(name)).arrayBuffer();
  const parts = (async () => {
    const { python, abi_version } = wheel ? {} : (await (await get(`${at}pyodide-lock.json`)).json()).info, tag = python?.split(".").slice(0, 2).join("");
    return Promise.all([whole(at + (wheel || `pydantic_core-${pydantic_core}-cp${tag}-cp${tag}-pyemscripten_${abi_version}_wasm32.whl`)), ...[archive, catalogue].filter(Boolean).map(name => whole(new URL(name, base)))]);
  })();
  parts.catch(() => {});
  const { loadPyodide } = await import(files ? module("pyodide.mjs") : `${at}pyodide.mjs`);
  const createPyodideModule = files && (await import(module("pyodide.asm.mjs"))).default;
  const python = await Promise.race([loadPyodide({ indexURL: at, createPyodideModule }), breaks]);
  for (const part of await parts) python.unpackArchive(part, "zip", { extractDir: "/engine" });
  self.fetch = outside;
  postMessage({ starting: true });
  python.globals.set("given", JSON.stringify([own.map(name => `/engine/${name}`), pages, language]));
  return python.runPython(`
import json, sys
sys.path.insert(0, "/engine")
from tarot_teach.try_it.answers import Answers
Answers(*json.loads(given)).ask`);
};

self.onmessage = async ({ data: { id, start, question } }) => {
  try {
    if (start) { await (asked = load(start)); return postMessage({ ready: true }); }
    postMessage({ id, answer: (await asked)(JSON.stringify(question)) });
  } catch (error) {
    postMessage({ id, failed: `${error.message ?? error}`.trim().split("\n").at(-1) });
  }
};

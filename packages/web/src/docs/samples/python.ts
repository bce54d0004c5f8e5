import type { Json } from '@cinnabar/api/schema.js';
import { fileToSave, fileToUpload, formFields, headersOf, indented, type SampleCall } from './call.js';

/** A script that needs Python's standard library alone. */
export function pythonSample(call: SampleCall): string {
  const headers = headersOf(call, {
    setting: (name) => `os.environ["${name}"]`,
    text: (value) => `"${value}"`,
    key: 'str(uuid.uuid4())',
  }).map(([name, value]) => `        "${name}": ${value},\n`);
  const form = call.uploads ? '        "Content-Type": f"multipart/form-data; boundary={boundary}",\n' : '';
  const data = call.uploads ? 'form' : `json.dumps(${indented(literal(call.sent), 4)}).encode()`;
  return `${importsOf(call)}
${call.uploads ? `${formOf(call)}\n` : ''}request = urllib.request.Request(
    "${call.baseUrl}${call.path}",
    headers={
${headers.join('')}${form}    },
    data=${data},
)
${resultOf(call)}`;
}

function importsOf({ needsToken, takesKey, uploads, answers }: SampleCall): string {
  const modules = [
    ...(uploads && answers === 'file' ? [] : ['json']),
    ...(needsToken ? ['os'] : []),
    'urllib.request',
    ...(takesKey || uploads ? ['uuid'] : []),
  ];
  return modules.map((module) => `import ${module}\n`).join('');
}

function resultOf(call: SampleCall): string {
  if (call.answers !== 'file')
    return 'with urllib.request.urlopen(request) as response:\n    print(json.load(response))';
  return `with urllib.request.urlopen(request) as response, open("${fileToSave(call)}", "wb") as file:\n    file.write(response.read())`;
}

function formOf(call: SampleCall): string {
  const file = fileToUpload(call);
  const fields = formFields(call).map(
    ([name, value]) =>
      `        f'--{boundary}\\r\\nContent-Disposition: form-data; name="${name}"\\r\\n\\r\\n'\n        ${JSON.stringify(`${value}\r\n`)}\n`,
  );
  return `boundary = uuid.uuid4().hex
with open("${file}", "rb") as file:
    head = (
${fields.join('')}        f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="${file}"\\r\\n\\r\\n'
    )
    form = head.encode() + file.read() + f"\\r\\n--{boundary}--\\r\\n".encode()
`;
}

/** A value as a literal of the language. */
function literal(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return bracketed('[', value.map(literal), ']');
  return bracketed(
    '{',
    Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${literal(each)}`),
    '}',
  );
}

function bracketed(open: string, parts: readonly string[], close: string): string {
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `    ${indented(part, 4)},`).join('\n')}\n${close}`;
}

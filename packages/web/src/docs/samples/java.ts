import { fileToSave, fileToUpload, formFields, headersOf, indented, type SampleCall } from './call.js';

/** A class that needs Java 17 and its class library alone. */
export function javaSample(call: SampleCall): string {
  const headers = headersOf(call, {
    setting: (name) => `System.getenv("${name}")`,
    text: (value) => `"${value}"`,
    key: 'UUID.randomUUID().toString()',
  }).map(([name, value]) => `            .header("${name}", ${value})\n`);
  const form = call.uploads
    ? '            .header("Content-Type", "multipart/form-data; boundary=" + boundary)\n'
    : '';
  const publisher = call.uploads ? 'form' : 'BodyPublishers.ofString(body)';
  const handler =
    call.answers === 'file'
      ? `BodyHandlers.ofFile(Path.of("${fileToSave(call)}"))`
      : 'BodyHandlers.ofString()';
  return `${importsOf(call)}
public class ${classOf(call)} {
  public static void main(String[] args) throws Exception {
${call.uploads ? formOf(call) : bodyOf(call)}    var request =
        HttpRequest.newBuilder(URI.create("${call.baseUrl}${call.path}"))
${headers.join('')}${form}            .POST(${publisher})
            .build();
    var response = HttpClient.newHttpClient().send(request, ${handler});
    System.out.println(response.body());
  }
}`;
}

/** `/seal/getSealInfo` is `SealGetSealInfo`. */
export function classOf({ name }: Pick<SampleCall, 'name'>): string {
  return name
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function importsOf({ uploads, takesKey, answers }: SampleCall): string {
  const classes = [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpRequest.BodyPublishers',
    'java.net.http.HttpResponse.BodyHandlers',
    ...(uploads || answers === 'file' ? ['java.nio.file.Path'] : []),
    ...(uploads || takesKey ? ['java.util.UUID'] : []),
  ];
  return classes.map((name) => `import ${name};\n`).join('');
}

function bodyOf({ sent }: SampleCall): string {
  // In a text block a backslash begins an escape.
  const json = JSON.stringify(sent, null, 2).replaceAll('\\', '\\\\');
  return `    var body =
        """
        ${indented(json, 8)}""";
`;
}

function formOf(call: SampleCall): string {
  const file = fileToUpload(call);
  const fields = formFields(call).map(
    ([name, value]) =>
      `            "--%s\\r\\nContent-Disposition: form-data; name=\\"${name}\\"\\r\\n\\r\\n".formatted(boundary)\n                + ${JSON.stringify(`${value}\r\n`)}\n                + `,
  );
  const first = fields.length === 0 ? '            ' : '';
  return `    var boundary = UUID.randomUUID().toString();
    var head =
${fields.join('')}${first}"--%s\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"${file}\\"\\r\\n\\r\\n"
                .formatted(boundary);
    var form =
        BodyPublishers.concat(
            BodyPublishers.ofString(head),
            BodyPublishers.ofFile(Path.of("${file}")),
            BodyPublishers.ofString("\\r\\n--%s--\\r\\n".formatted(boundary)));
`;
}

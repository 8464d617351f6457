# Made from the schemas of the tools by "npx -y pnpm@12 docs:reference"; not written by hand.
"""A typed client of a Gatehouse gateway's HTTP API. It needs Python 3.11 and its standard library."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict, Unpack

class AppendDocInput(TypedDict):
    """Arguments of append_doc."""
    # from list_docs or search
    docId: str
    # what to add
    text: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class AppendDocOutput(TypedDict):
    """Append to document: the result."""
    # Number of versions: it grows by one with each change.
    versionCount: int


class ApplyEditsInput(TypedDict):
    """Arguments of apply_edits."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # The edits, in order: each works on what the ones before left.
    edits: list[TextEdit]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class ApplyEditsOutput(TypedDict):
    """Apply several edits: the result."""
    # Number of versions: it grows by one with each change.
    versionCount: int


class Audience(TypedDict):
    """Who sees an item."""
    # Who can see it.
    visibility: Literal["private", "shared", "organization"]
    # e-mail addresses, at most 20; owners and admins see everything
    people: list[str]
    # How many people see it.
    peopleCount: int


class Author(TypedDict):
    """Who made a change."""
    # Identifier of the person, or null.
    personId: str | None
    # The agent that acted, or null.
    agentId: str | None
    # Name.
    name: str | None
    # How the change came in, such as `http` or `mcp`.
    entrance: str | None


class Change(TypedDict):
    """A change of a document, file, skill, folder or task."""
    # the item, folder or task
    subjectId: str
    # edited: its body
    what: Literal["created", "changed", "deleted", "restored", "renamed", "moved", "tagged", "marked", "edited"]
    # the version it made
    version: int | None
    # One line on what changed.
    changeSummary: str | None
    # that changed beside the body
    fields: list[ChangedField]
    # Who made the change.
    by: Author
    # Identifier of the call that made the change, or null.
    requestId: str | None
    # When it happened, in milliseconds since the Unix epoch.
    at: int
    # The page of the console that shows it to people.
    url: str


class ChangedField(TypedDict):
    """A field before and after a change."""
    # Name of the field that changed.
    field: str
    # of "share": with whom
    sharedWith: NotRequired[Literal["organization"] | dict[str, Any]]
    # long texts: the first 1,000 characters
    before: str | float | bool | list[str] | dict[str, Any] | None
    # The value after the change; of a long text, the first 1,000 characters.
    after: str | float | bool | list[str] | dict[str, Any] | None


class ChangedSkillFile(TypedDict):
    """A file of a skill that differs between two versions."""
    # Path of a file in the skill; SKILL.md where it is left out.
    path: str
    # What happened to it.
    change: Literal["added", "changed", "removed"]


class Connection(TypedDict):
    """A connection to an external service."""
    # Identifier of the connection.
    connectionId: str
    # Slug of the service.
    service: str
    # Name.
    name: str
    # What the connection is called here beside its name, or null.
    label: str | None
    # Who can see it.
    visibility: Literal["private", "organization"]
    # How many tools the connection has.
    toolsCount: int
    # Whether the connection works.
    status: Literal["active", "paused", "needs_attention", "unreachable", "held"]
    # When it last changed, in milliseconds since the Unix epoch.
    updatedAt: int
    # The page of the console that shows it to people.
    url: str


class ContentItem(TypedDict):
    """A part of the answer."""
    # Sort of content, such as `text`.
    type: str
    # The text.
    text: NotRequired[str]


class CreateDocInput(TypedDict):
    """Arguments of create_doc."""
    # title
    title: str
    # markdown, up to 1 MiB
    bodyMarkdown: NotRequired[str]
    # from list_folders or create_folder
    folderId: NotRequired[str]


class CreateDocOutput(TypedDict):
    """Create document: the result."""
    # Identifier of the document.
    docId: str
    # Number of versions: it grows by one with each change.
    versionCount: int
    # The page of the console that shows it to people.
    url: str


class CreateFolderInput(TypedDict):
    """Arguments of create_folder."""
    # folder name
    name: str
    # a folder to create it in
    parentId: NotRequired[str]


class CreateFolderOutput(TypedDict):
    """Create folder: the result."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # The page of the console that shows it to people.
    url: str
    # Identifier of the folder that it is in, or null.
    parentId: str | None
    # who sees it
    seenBy: NotRequired[Audience]


class CreateTaskInput(TypedDict):
    """Arguments of create_task."""
    # short, imperative
    title: str
    # up to 2,000 characters
    notes: NotRequired[str]
    # State of the task.
    status: NotRequired[Literal["todo", "in_progress", "stuck", "done", "canceled"]]
    # e-mail of a person
    assignee: NotRequired[str]
    # ms since epoch, or ISO 8601
    dueAt: NotRequired[float | str]


class CreateTaskOutput(TypedDict):
    """Create task: the result."""
    # Identifier of the task.
    taskId: str
    # The number that people call the task by.
    taskNumber: int | None
    # The page of the console that shows it to people.
    url: str


class DeleteDocInput(TypedDict):
    """Arguments of delete_doc."""
    # from list_docs or search
    docId: NotRequired[str]
    # all or none
    itemIds: NotRequired[list[str]]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class DeleteDocOutput(TypedDict):
    """Delete document: the result."""
    # Always true.
    ok: Literal[True]


class DeleteFileInput(TypedDict):
    """Arguments of delete_file."""
    # from list_files, list_skills or search
    fileId: NotRequired[str]
    # all or none
    itemIds: NotRequired[list[str]]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class DeleteFileOutput(TypedDict):
    """Delete file or skill: the result."""
    # Always true.
    ok: Literal[True]


class Document(TypedDict):
    """A document with its markdown body."""
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # The markdown body; null above 256 KB, or if it was not asked for.
    bodyMarkdown: str | None
    # How many lines the text has.
    totalLines: int
    # Size in bytes.
    sizeBytes: int
    # Number of versions: it grows by one with each change.
    versionCount: int
    # Agents can read it, but cannot change or delete it.
    isAgentMemory: bool
    # A starter document, which cannot be deleted.
    isSystem: bool
    # where bodyMarkdown is null
    downloadUrl: str | None
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # When it was created, in milliseconds since the Unix epoch.
    createdAt: int
    # When it last changed, in milliseconds since the Unix epoch.
    updatedAt: int
    # The page of the console that shows it to people.
    url: str


class EditDocInput(TypedDict):
    """Arguments of edit_doc."""
    # from list_docs or search
    docId: str
    # the exact text to replace
    oldText: str
    # the new text; "" deletes oldText
    newText: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class EditDocOutput(TypedDict):
    """Edit document: the result."""
    # Number of versions: it grows by one with each change.
    versionCount: int


class EditFileInput(TypedDict):
    """Arguments of edit_file."""
    # from list_files or search
    fileId: str
    # the exact text to replace
    oldText: str
    # the new text; "" deletes oldText
    newText: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class EditFileOutput(TypedDict):
    """Edit text file: the result."""
    # Number of versions: it grows by one with each change.
    versionCount: int


class EditSkillInput(TypedDict):
    """Arguments of edit_skill."""
    # from list_skills or search
    fileId: str
    # Path of a file in the skill; SKILL.md where it is left out.
    path: NotRequired[str]
    # the exact text to replace
    oldText: str
    # the new text; "" deletes oldText
    newText: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class EditSkillOutput(TypedDict):
    """Edit skill: the result."""
    # Number of versions: it grows by one with each change.
    versionCount: int


class ExecuteServiceReadToolInput(TypedDict):
    """Arguments of execute_service_read_tool."""
    # <service>__<tool>, from list_service_tools
    toolSlug: str
    # default: the newest of the service
    connectionId: NotRequired[str]
    # as the tool's inputSchema says
    arguments: NotRequired[dict[str, Any]]


class ExecuteServiceToolInput(TypedDict):
    """Arguments of execute_service_tool."""
    # <service>__<tool>, from list_service_tools
    toolSlug: str
    # ignored
    toolkitSlug: NotRequired[str]
    # default: the newest of the service
    connectionId: NotRequired[str]
    # as the tool's inputSchema says
    arguments: NotRequired[dict[str, Any]]


class FetchInput(TypedDict):
    """Arguments of fetch."""
    # from search
    id: str


class FetchOutput(TypedDict):
    """Fetch: the result."""
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # The text.
    text: str
    # The page of the console that shows it to people.
    url: str
    # Type and version of the item, when it last changed, and how to read on.
    metadata: dict[str, Any]


class File(TypedDict):
    """A file or skill, with its text where it is small."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # What sort of file it is.
    kind: Literal["text", "skill", "image", "audio", "video", "pdf", "archive", "other"]
    # Media type.
    mimeType: str
    # Size in bytes.
    sizeBytes: int
    # Number of versions: it grows by one with each change.
    versionCount: int
    # Tags.
    tags: list[str]
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # When it last changed, in milliseconds since the Unix epoch.
    updatedAt: int
    # The page of the console that shows it to people.
    url: str
    # A temporary address of the bytes, which needs no key.
    downloadUrl: str | None
    # The text, for text files up to 256 KB; otherwise null.
    content: str | None
    # The text.
    text: NotRequired[str | None]
    # Format that `text` was taken from, such as `pdf`.
    textFrom: NotRequired[Literal["pdf", "docx", "xlsx", "pptx", "odt", "eml"]]
    # State of the text: `pending`, `ready`, `none` (the file has none) or `failed`.
    textState: NotRequired[Literal["pending", "ready", "none", "failed"]]
    # Why the file has no text.
    textReason: NotRequired[str]
    # Path of a file in the skill; SKILL.md where it is left out.
    path: NotRequired[str]
    # The files of this page.
    files: NotRequired[list[ListedSkillFile]]
    # A person saved or confirmed the newest version.
    reviewed: NotRequired[bool]
    # The last version that a person saved or confirmed, or null.
    reviewedVersion: NotRequired[int | None]


class FindTextInput(TypedDict):
    """Arguments of find_text."""
    # what to find, one line
    query: str
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # Path of a file in the skill; SKILL.md where it is left out.
    path: NotRequired[str]
    # lines before and after
    contextLines: NotRequired[int]
    # most matches
    limit: NotRequired[int]


class FindTextOutput(TypedDict):
    """Find text: the result."""
    # How many lines the text has.
    totalLines: int
    # How many lines match.
    totalMatches: int
    # The lines that match.
    matches: list[TextMatch]
    # the page of the item
    url: str
    # where else to look
    note: NotRequired[str]


class Folder(TypedDict):
    """A folder."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Identifier of the folder that it is in, or null.
    parentId: str | None
    # Who can see it.
    visibility: Literal["private", "shared", "organization"]
    # How many items of the folder the key can see.
    itemCount: int
    # The folder belongs to the person of this key.
    isOwner: bool
    # The person of this key, and the key, can change what is in the folder.
    canWrite: bool
    # The page of the console that shows it to people.
    url: str


class GrepInput(TypedDict):
    """Arguments of grep."""
    # what to find, one line
    query: str
    # only in this folder
    folderId: NotRequired[str]
    # What sort of item it is.
    type: NotRequired[Literal["doc", "file", "skill"]]
    # most matches to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class GrepOutput(TypedDict):
    """Find lines everywhere: the result."""
    # The lines that match.
    matches: list[ItemLine]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # How many items this call looked through.
    scanned: int


class Identity(TypedDict):
    """The key that makes the call: its organization, person and limits."""
    # Identifier of the organization.
    orgId: str
    # Name of the organization.
    orgName: str | None
    # What the organization tells every agent, or null.
    houseRules: str | None
    # Name of the key.
    keyName: str | None
    # The first characters of the key.
    keyPrefix: str | None
    # What the key may do: `write` includes `read`.
    accessLevel: Literal["read", "write"]
    # The organization holds all agents to reading, whatever the access of their keys.
    agentsReadOnly: bool
    # What the key may do, as OAuth scopes.
    scopes: list[str]
    # When the key expires, in milliseconds since the Unix epoch; null if never.
    expiresAt: int | None
    # The person whom the key acts for, or null.
    person: dict[str, Any] | None
    # what alone it may call and use; null: no limit
    limits: KeyLimits
    # ISO 8601, UTC
    now: str


class ItemLine(TypedDict):
    """A line that contains the text, and its item."""
    # What sort of item it is.
    type: Literal["doc", "file", "skill"]
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # a file of the skill beside SKILL.md
    path: NotRequired[str]
    # Line number; the first line is 1.
    line: int
    # The text.
    text: str
    # The line is not shown whole, or its context had no room.
    clipped: NotRequired[Literal[True]]
    # The page of the console that shows it to people.
    url: str


class KeyLimits(TypedDict):
    """What limits a key."""
    # Names of the tools that alone the key may call; null: no limit.
    tools: list[str] | None
    # Identifiers of the connections that alone the key may use; null: no limit.
    connections: list[str] | None
    # Folders that alone the key sees, and what it may do there; null: no limit.
    folders: list[dict[str, Any]] | None


class LeftOutOperation(TypedDict):
    """What a service has that is no tool here."""
    # The operation of the service that is no tool.
    operation: str
    # Why.
    reason: str


class ListChangesInput(TypedDict):
    """Arguments of list_changes."""
    # a document, file or skill
    itemId: NotRequired[str]
    # from list_folders
    folderId: NotRequired[str]
    # from list_tasks
    taskId: NotRequired[str]
    # what this key did
    mine: NotRequired[bool]
    # ms: to all you see, or in folderId
    since: NotRequired[int]
    # with since
    by: NotRequired[Literal["people", "agents", "others"]]
    # most changes to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListChangesOutput(TypedDict):
    """List changes: the result."""
    # The changes of this page.
    changes: list[Change]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # at the end: since of the next round
    nextSince: NotRequired[int]


class ListConnectedServicesInput(TypedDict):
    """Arguments of list_connected_services."""


class ListConnectedServicesOutput(TypedDict):
    """List connected services: the result."""
    # Slugs of the connected services.
    connected: list[str]
    # The connections that the key can use.
    connections: list[Connection]


class ListDocsInput(TypedDict):
    """Arguments of list_docs."""
    # only documents in this folder
    folderId: NotRequired[str]
    # created: steady while others edit
    order: NotRequired[Literal["changed", "created"]]
    # ms; then nextUpdatedSince
    updatedSince: NotRequired[int]
    # most documents to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListDocsOutput(TypedDict):
    """List documents: the result."""
    # The documents of this page.
    docs: list[ListedDocument]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # Give it as `updatedSince` next time to get only what changed since this list.
    nextUpdatedSince: NotRequired[int]
    # deleted since updatedSince
    gone: NotRequired[list[str]]


class ListFilesInput(TypedDict):
    """Arguments of list_files."""
    # only files in this folder
    folderId: NotRequired[str]
    # What sort of file it is.
    kind: NotRequired[Literal["text", "image", "audio", "video", "pdf", "archive", "other"]]
    # created: steady while others edit
    order: NotRequired[Literal["changed", "created"]]
    # ms; then nextUpdatedSince
    updatedSince: NotRequired[int]
    # most files to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListFilesOutput(TypedDict):
    """List files: the result."""
    # The files of this page.
    files: list[ListedFile]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # Give it as `updatedSince` next time to get only what changed since this list.
    nextUpdatedSince: NotRequired[int]
    # deleted since updatedSince
    gone: NotRequired[list[str]]


class ListFoldersInput(TypedDict):
    """Arguments of list_folders."""
    # most folders to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListFoldersOutput(TypedDict):
    """List folders: the result."""
    # The folders of this page.
    folders: list[Folder]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class ListMembersInput(TypedDict):
    """Arguments of list_members."""
    # most people to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListMembersOutput(TypedDict):
    """List members: the result."""
    # The people of this page.
    members: list[Member]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class ListServiceToolsInput(TypedDict):
    """Arguments of list_service_tools."""
    # from list_connected_services
    service: NotRequired[str]
    # <service>__<tool>, from list_service_tools
    toolSlug: NotRequired[str]
    # default: the newest of each service
    connectionId: NotRequired[str]
    # a question, or words of name, title or description; the best come first
    query: NotRequired[str]
    # Whether the tool only reads or changes data at its service.
    mode: NotRequired[Literal["read", "write"]]
    # Include the schemas of every tool.
    includeSchemas: NotRequired[bool]
    # most tools to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListServiceToolsOutput(TypedDict):
    """List service tools: the result."""
    # The tools of this page.
    tools: list[ServiceTool]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # what the service has that is no tool here
    leftOut: NotRequired[list[LeftOutOperation]]


class ListSkillsInput(TypedDict):
    """Arguments of list_skills."""
    # only skills in this folder
    folderId: NotRequired[str]
    # Whether each skill comes with the list of its files, or also with their contents; 50 skills at most.
    includeFiles: NotRequired[Literal["paths", "contents"]]
    # created: steady while others edit
    order: NotRequired[Literal["changed", "created"]]
    # ms; then nextUpdatedSince
    updatedSince: NotRequired[int]
    # most skills to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListSkillsOutput(TypedDict):
    """List skills: the result."""
    # The skills of this page.
    skills: list[Skill]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None
    # Give it as `updatedSince` next time to get only what changed since this list.
    nextUpdatedSince: NotRequired[int]
    # deleted since updatedSince
    gone: NotRequired[list[str]]


class ListTasksInput(TypedDict):
    """Arguments of list_tasks."""
    # Include tasks that are done or canceled.
    includeDone: NotRequired[bool]
    # State of the task.
    status: NotRequired[Literal["todo", "in_progress", "stuck", "done", "canceled"]]
    # e-mail
    assignee: NotRequired[str]
    # ms since epoch, or ISO 8601
    dueBefore: NotRequired[float | str]
    # taskId of the last task of the page before
    startingAfter: NotRequired[str]
    # created: steady while others edit
    order: NotRequired[Literal["due", "created"]]
    # ms; then nextUpdatedSince
    updatedSince: NotRequired[int]
    # most tasks to return
    limit: NotRequired[int]


class ListVersionsInput(TypedDict):
    """Arguments of list_versions."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # most versions to return
    limit: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ListVersionsOutput(TypedDict):
    """List versions: the result."""
    # The versions of this page.
    versions: list[Version]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class ListedDocument(TypedDict):
    """A document in a list, without its body."""
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # Agents can read it, but cannot change or delete it.
    isAgentMemory: bool
    # A starter document, which cannot be deleted.
    isSystem: bool
    # Number of versions: it grows by one with each change.
    versionCount: int
    # Size in bytes.
    sizeBytes: int
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # When it last changed, in milliseconds since the Unix epoch.
    updatedAt: int
    # SHA-256 of the stored bytes, in hexadecimal
    hash: str
    # who changed it last
    by: Author
    # One line on the last change.
    lastChange: str
    # The page of the console that shows it to people.
    url: str


class ListedFile(TypedDict):
    """A file in a list, without its content."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # What sort of file it is.
    kind: Literal["text", "skill", "image", "audio", "video", "pdf", "archive", "other"]
    # Media type.
    mimeType: str
    # Size in bytes.
    sizeBytes: int
    # Number of versions: it grows by one with each change.
    versionCount: int
    # Tags.
    tags: list[str]
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # When it last changed, in milliseconds since the Unix epoch.
    updatedAt: int
    # The page of the console that shows it to people.
    url: str
    # SHA-256 of the stored bytes, in hexadecimal
    hash: str
    # who changed it last
    by: Author


class ListedSkillFile(TypedDict):
    """A file of a skill, without its bytes."""
    # Path of a file in the skill; SKILL.md where it is left out.
    path: str
    # Size in bytes.
    sizeBytes: int
    # The file can be run.
    executable: bool


class ListedTask(TypedDict):
    """A task in a list."""
    # Identifier of the task.
    taskId: str
    # The number that people call the task by.
    taskNumber: int | None
    # Title.
    title: str
    # State of the task.
    status: Literal["todo", "in_progress", "stuck", "done", "canceled"]
    # Email address of the person who has the task, or null.
    assignee: str | None
    # When the task is due, in milliseconds since the Unix epoch, or null.
    dueAt: int | None
    # Notes on the task, or null.
    notes: str | None
    # Whether an agent or a person created the task.
    source: Literal["agent", "manual"]
    # Number of versions: it grows by one with each change.
    versionCount: int
    # When it was created, in milliseconds since the Unix epoch.
    createdAt: int
    # When it last changed, in milliseconds since the Unix epoch.
    updatedAt: int
    # when it became done
    doneAt: int | None
    # The page of the console that shows it to people.
    url: str
    # Give it as `updatedSince` next time to get only what changed since this list.
    nextUpdatedSince: NotRequired[int]


class Member(TypedDict):
    """A person of the organization."""
    # Identifier of the person, or null.
    personId: str
    # Name.
    name: str
    # Email address.
    email: str
    # The page of the console that shows it to people.
    url: str


class MoveItemInput(TypedDict):
    """Arguments of move_item."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # all or none
    itemIds: NotRequired[list[str]]
    # from list_folders
    folderId: NotRequired[str]
    # take it out of its folder
    outOfFolders: NotRequired[bool]
    # new name
    name: NotRequired[str]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class MoveItemOutput(TypedDict):
    """Move or rename: the result."""
    # Always true.
    ok: Literal[True]
    # who sees it now, if that changed
    seenBy: NotRequired[Audience]


class ReadDocInput(TypedDict):
    """Arguments of read_doc."""
    # from list_docs or search
    docId: str
    # who reads, for the log
    agentName: NotRequired[str]
    # an older version (default: the newest)
    version: NotRequired[int]
    # false returns only the fields
    includeBody: NotRequired[bool]


class ReadFileInput(TypedDict):
    """Arguments of read_file."""
    # from list_files, list_skills or search
    fileId: str
    # Path of a file in the skill; SKILL.md where it is left out.
    path: NotRequired[str]
    # false: no picture
    includeImage: NotRequired[bool]
    # who reads, for the log
    agentName: NotRequired[str]


class ReadLinesInput(TypedDict):
    """Arguments of read_lines."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # Path of a file in the skill; SKILL.md where it is left out.
    path: NotRequired[str]
    # first line is 1; negative counts from the end
    startLine: NotRequired[int]
    # nextOffset of the window before
    startOffset: NotRequired[int]
    # most lines
    limit: NotRequired[int]
    # an older version
    version: NotRequired[int]


class ReadLinesOutput(TypedDict):
    """Read lines: the result."""
    # The first line of the answer.
    startLine: int
    # The last line of the answer.
    endLine: int
    # How many lines the text has.
    totalLines: int
    # The text.
    text: str
    # Number of versions: it grows by one with each change.
    versionCount: int
    # True if the text goes on after this answer.
    truncated: bool
    # where it goes on
    nextLine: NotRequired[int]
    # Give it as `startOffset` to go on inside a long line.
    nextOffset: NotRequired[int]
    # how many lines there are, where startLine is past them
    note: NotRequired[str]


class ReadSkillFilesInput(TypedDict):
    """Arguments of read_skill_files."""
    # from list_skills
    fileId: str
    # []: list
    paths: NotRequired[list[str]]
    # an older version
    version: NotRequired[int]
    # previous nextCursor
    cursor: NotRequired[str]


class ReadSkillFilesOutput(TypedDict):
    """Read skill files: the result."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # Number of the version; the first is 1.
    version: int
    # Number of versions: it grows by one with each change.
    versionCount: int
    # A person saved or confirmed the newest version.
    reviewed: bool
    # The last version that a person saved or confirmed, or null.
    reviewedVersion: int | None
    # How many files the skill has, SKILL.md among them.
    fileCount: int
    # skill://… over MCP
    address: NotRequired[str]
    # of SKILL.md, as JSON
    frontmatter: NotRequired[dict[str, Any]]
    # all its files
    manifest: NotRequired[list[dict[str, Any]]]
    # Name of the folder.
    folderName: NotRequired[str | None]
    # What it is for.
    description: NotRequired[str]
    # The files of this page.
    files: list[SkillFile]
    # Give it as `cursor` for the next page; null on the last page.
    nextCursor: str | None


class RestoreVersionInput(TypedDict):
    """Arguments of restore_version."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # from list_versions
    version: int
    # Path of a file in the skill; SKILL.md where it is left out.
    path: NotRequired[str]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class RestoreVersionOutput(TypedDict):
    """Restore version: the result."""
    # Number of versions: it grows by one with each change.
    versionCount: int


class SearchInput(TypedDict):
    """Arguments of search."""
    # matched literally, but for best
    query: str
    # default: phrase; words: all of them, in any order; best: a question in plain words
    match: NotRequired[Literal["phrase", "words", "best"]]
    # What sort of item it is.
    type: NotRequired[Literal["doc", "file", "skill", "task"]]
    # only in this folder
    folderId: NotRequired[str]


class SearchOutput(TypedDict):
    """Search: the result."""
    # What was found, at most 25.
    results: list[SearchResult]
    # best answers, where the phrase was not found
    related: NotRequired[list[SearchResult]]
    # what would help, where nothing was found
    note: NotRequired[str]


class SearchResult(TypedDict):
    """An item that was found."""
    # What sort of item it is.
    type: Literal["doc", "file", "skill", "task"]
    # Identifier: an opaque string.
    id: str
    # Title.
    title: str
    # Identifier of the folder, or null.
    folderId: NotRequired[str | None]
    # The place of the text that matched.
    snippet: NotRequired[str]
    # Line number; the first line is 1.
    line: NotRequired[int]
    # Path of a file in the skill; SKILL.md where it is left out.
    path: NotRequired[str]
    # How many words of the question the item has, such as `2 of 3`.
    words: NotRequired[str]
    # The page of the console that shows it to people.
    url: str


class ServiceTool(TypedDict):
    """A tool of a connected service."""
    # Name of the tool: `<service>__<tool>`.
    toolSlug: str
    # Slug of the service.
    service: str
    # Title.
    title: NotRequired[str]
    # What it is for.
    description: str
    # Whether the tool only reads or changes data at its service.
    mode: Literal["read", "write"]
    # The tool cannot run until a person approves it.
    held: NotRequired[Literal[True]]
    # JSON Schema of the tool's arguments.
    inputSchema: NotRequired[dict[str, Any]]
    # JSON Schema of the tool's result.
    outputSchema: NotRequired[dict[str, Any]]
    # Hints about the tool, as its service gave them.
    annotations: NotRequired[dict[str, Any]]
    # the server's own words on its use
    instructions: NotRequired[str]
    # given with toolSlug
    url: NotRequired[str]


class ServiceToolResult(TypedDict):
    """What a tool of a connected service answered."""
    # What the tool answered, item by item.
    content: NotRequired[list[ContentItem]]
    # The tool's result as an object, as its service defines it.
    structuredContent: NotRequired[dict[str, Any]]
    # of an HTTP API's answer: location, link, etag and the like
    headers: NotRequired[dict[str, str]]


class SetTagsInput(TypedDict):
    """Arguments of set_tags."""
    # or fileId
    docId: NotRequired[str]
    # a file or skill
    fileId: NotRequired[str]
    # all or none
    itemIds: NotRequired[list[str]]
    # up to 20 tags of up to 50 characters
    tags: list[str]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class SetTagsOutput(TypedDict):
    """Set tags: the result."""
    # Tags.
    tags: list[str]


class Skill(TypedDict):
    """A skill: instructions that agents read when they need them."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # What it is for.
    description: str
    # Tags.
    tags: list[str]
    # Number of versions: it grows by one with each change.
    versionCount: int
    # A person saved or confirmed the newest version.
    reviewed: bool
    # The last version that a person saved or confirmed, or null.
    reviewedVersion: int | None
    # changes with the files beside SKILL.md; null: there are none
    filesHash: str | None
    # Identifier of the folder, or null.
    folderId: str | None
    # Name of the folder.
    folderName: NotRequired[str]
    # When it last changed, in milliseconds since the Unix epoch.
    updatedAt: int
    # SHA-256 of the stored bytes, in hexadecimal
    hash: str
    # who changed it last
    by: Author
    # skill://… over MCP
    address: NotRequired[str]
    # of SKILL.md, as JSON
    frontmatter: NotRequired[dict[str, Any]]
    # all its files
    manifest: NotRequired[list[dict[str, Any]]]
    # left out where the answer has no room
    files: NotRequired[list[SkillFile]]
    # The page of the console that shows it to people.
    url: str


class SkillFile(TypedDict):
    """A file of a skill: content if it is text, else contentBase64 and a temporary download address."""
    # Path of a file in the skill; SKILL.md where it is left out.
    path: str
    # Media type.
    mimeType: str
    # Size in bytes.
    sizeBytes: int
    # SHA-256 of the bytes, in hexadecimal.
    sha256: str
    # The file can be run.
    executable: bool
    # The text, for text files up to 256 KB; otherwise null.
    content: NotRequired[str]
    # The bytes in base64.
    contentBase64: NotRequired[str]
    # Where the part begins, in bytes of a file that comes in parts.
    offset: NotRequired[int]
    # A temporary address of the bytes, which needs no key.
    downloadUrl: NotRequired[str]


class SkillFileToWrite(TypedDict):
    """A file of a skill: its text, or its bytes."""
    # Path of a file in the skill; SKILL.md where it is left out.
    path: str
    # The text, for text files up to 256 KB; otherwise null.
    content: NotRequired[str]
    # The bytes in base64.
    contentBase64: NotRequired[str]
    # The file can be run.
    executable: NotRequired[bool]


class SkillWarning(TypedDict):
    """Practices that hosts of skills advise against, and hidden characters. The skill is saved all the same."""
    # What sort of file it is.
    kind: str
    # What it is, in words.
    message: str


class TakeBackInput(TypedDict):
    """Arguments of take_back."""
    # from list_changes {"mine": true}, at most 24 h old
    requestId: NotRequired[str]


class TakeBackOutput(TypedDict):
    """Take back: the result."""
    # the call that was taken back
    requestId: str
    # The page of the console that shows it to people.
    url: str
    # What the call had changed, each with what became of it.
    subjects: list[TakenBack]


class TakenBack(TypedDict):
    """What became of something that a call had changed."""
    # the item, folder or task
    subjectId: str
    # unchanged: it was already as before the call
    outcome: Literal["taken_back", "unchanged", "left"]
    # why it is left, or a part of it
    reason: Literal["changed_since", "no_history", "name_taken", "protected_item", "not_there", "others_worked_on_it"] | None
    # that have their values of before again, beside the body
    fields: list[str]
    # The page of the console that shows it to people.
    url: str


class Task(TypedDict):
    """A task."""
    # Identifier of the task.
    taskId: str
    # The number that people call the task by.
    taskNumber: int | None
    # Title.
    title: str
    # State of the task.
    status: Literal["todo", "in_progress", "stuck", "done", "canceled"]
    # Email address of the person who has the task, or null.
    assignee: str | None
    # When the task is due, in milliseconds since the Unix epoch, or null.
    dueAt: int | None
    # Notes on the task, or null.
    notes: str | None
    # Whether an agent or a person created the task.
    source: Literal["agent", "manual"]
    # Number of versions: it grows by one with each change.
    versionCount: int
    # When it was created, in milliseconds since the Unix epoch.
    createdAt: int
    # When it last changed, in milliseconds since the Unix epoch.
    updatedAt: int
    # when it became done
    doneAt: int | None
    # The page of the console that shows it to people.
    url: str


class TextEdit(TypedDict):
    """A text to replace, and what to put in its place."""
    # The exact text to replace.
    oldText: str
    # The new text; an empty one deletes oldText.
    newText: str
    # every place
    replaceAll: NotRequired[bool]


class TextMatch(TypedDict):
    """A line that contains the text, with the lines around it."""
    # Line number; the first line is 1.
    line: int
    # The text.
    text: str
    # The lines before the match.
    before: list[str]
    # The lines after the match.
    after: list[str]
    # The line is not shown whole, or its context had no room.
    clipped: NotRequired[Literal[True]]


class UpdateDocInput(TypedDict):
    """Arguments of update_doc."""
    # from list_docs or search
    docId: str
    # the full new body, up to 1 MiB
    bodyMarkdown: str
    # one line: what changed and why
    changeSummary: str
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class UpdateDocOutput(TypedDict):
    """Replace document body: the result."""
    # Always true.
    ok: Literal[True]
    # True if the content was already the same, so that no version was made.
    noop: bool
    # Number of versions: it grows by one with each change.
    versionCount: int


class UpdateTaskInput(TypedDict):
    """Arguments of update_task."""
    # from list_tasks; or taskNumber
    taskId: NotRequired[str]
    # The number that people call the task by.
    taskNumber: NotRequired[int]
    # short, imperative
    title: NotRequired[str]
    # up to 2,000 characters
    notes: NotRequired[str]
    # State of the task.
    status: NotRequired[Literal["todo", "in_progress", "stuck", "done", "canceled"]]
    # e-mail of a person
    assignee: NotRequired[str]
    # ms since epoch, or ISO 8601
    dueAt: NotRequired[float | str]
    # Fields to make null.
    clear: NotRequired[list[Literal["notes", "assignee", "dueAt"]]]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class Version(TypedDict):
    """A version of a document, file or skill."""
    # Number of the version; the first is 1.
    version: int
    # One line on what changed.
    changeSummary: str
    # Who made the version, in words.
    actor: str
    # When the version was made, in milliseconds since the Unix epoch.
    at: int
    # Size in bytes.
    sizeBytes: int
    # Of a skill: the files that the version changed, the first 50.
    changedFiles: NotRequired[list[ChangedSkillFile]]
    # The page of the console that shows it to people.
    url: str


class WhoamiInput(TypedDict):
    """Arguments of whoami."""


class WriteFileInput(TypedDict):
    """Arguments of write_file."""
    # write a new version of this file
    fileId: NotRequired[str]
    # file name; required for a new file
    name: NotRequired[str]
    # the text; or contentBase64
    content: NotRequired[str]
    # the bytes, up to 25 MiB
    contentBase64: NotRequired[str]
    # Media type.
    mimeType: NotRequired[str]
    # where a new file goes
    folderId: NotRequired[str]
    # up to 20 tags of up to 50 characters
    tags: NotRequired[list[str]]
    # one line: what changed and why
    changeSummary: NotRequired[str]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class WriteFileOutput(TypedDict):
    """Write file: the result."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # What sort of file it is.
    kind: Literal["text", "skill", "image", "audio", "video", "pdf", "archive", "other"]
    # Media type.
    mimeType: str
    # Size in bytes.
    sizeBytes: int
    # Number of versions: it grows by one with each change.
    versionCount: int
    # True if the call created the item, false if it wrote a new version.
    created: bool
    # True if the content was already the same, so that no version was made.
    noop: bool
    # The page of the console that shows it to people.
    url: str


class WriteSkillInput(TypedDict):
    """Arguments of write_skill."""
    # write a new version of this skill
    fileId: NotRequired[str]
    # without frontmatter; a-z, 0-9, hyphens
    name: NotRequired[str]
    # without frontmatter
    description: NotRequired[str]
    # the whole SKILL.md, if new or changed
    content: NotRequired[str]
    # to add or replace beside it; others stay
    files: NotRequired[list[SkillFileToWrite]]
    # paths; * for all others
    removeFiles: NotRequired[list[str]]
    # where a new skill goes
    folderId: NotRequired[str]
    # up to 20 tags of up to 50 characters
    tags: NotRequired[list[str]]
    # refuse if versionCount differs
    expectedVersionCount: NotRequired[int]


class WriteSkillOutput(TypedDict):
    """Write skill: the result."""
    # Identifier: an opaque string.
    id: str
    # Name.
    name: str
    # What it is for.
    description: str
    # Number of versions: it grows by one with each change.
    versionCount: int
    # True if the call created the item, false if it wrote a new version.
    created: bool
    # True if the content was already the same, so that no version was made.
    noop: bool
    # The page of the console that shows it to people.
    url: str
    # How many files the skill has, SKILL.md among them.
    fileCount: NotRequired[int]
    # Practices that hosts of skills advise against; the skill is saved all the same.
    warnings: NotRequired[list[SkillWarning]]


_REPEATABLE = frozenset([
    "create_doc",
    "update_doc",
    "edit_doc",
    "append_doc",
    "apply_edits",
    "delete_doc",
    "write_file",
    "edit_file",
    "delete_file",
    "write_skill",
    "edit_skill",
    "create_folder",
    "move_item",
    "set_tags",
    "restore_version",
    "take_back",
    "create_task",
    "update_task",
    "execute_service_tool",
])

_ENTRIES = {
    "list_docs": "docs",
    "grep": "matches",
    "list_files": "files",
    "list_skills": "skills",
    "read_skill_files": "manifest",
    "list_folders": "folders",
    "list_versions": "versions",
    "list_changes": "changes",
    "list_members": "members",
    "list_service_tools": "tools",
}


class GatehouseError(Exception):
    """A call that failed after its last attempt."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        reason: str | None = None,
        status: int | None = None,
        request_id: str | None = None,
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        # A code of the gateway, or "connection_lost", "timed_out" or "unreadable_answer".
        self.code = code
        self.reason = reason
        self.status = status
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


# A 502 says that a service was called: the same call would do it twice, or get the same answer.
_REPEATED_STATUSES = (429, 500, 503)
_LONGEST_WAIT_SECONDS = 8.0


def _new_idempotency_key() -> str:
    """A UUID of version 7: the time, then random. Keys of writes that follow one another are neighbors in the gateway's index."""
    version_and_random = (7 << 76) | (uuid.uuid4().int & ((1 << 76) - 1))
    return str(uuid.UUID(int=(time.time_ns() // 1_000_000 << 80) | version_and_random))


class Client:
    """A client of one gateway with one key."""

    def __init__(self, base_url: str, key: str, *, timeout_seconds: float = 180, max_retries: int = 4) -> None:
        self._tools = base_url.rstrip("/") + "/v1/tools/"
        self._key = key
        self._timeout_seconds = timeout_seconds
        self._max_retries = max_retries

    def call(self, name: str, arguments: Any = None, *, idempotency_key: str | None = None) -> Any:
        """Calls a tool by its name. All attempts of a write have one idempotency key, so that it is made once."""
        headers = {
            "Authorization": "Bearer " + self._key,
            "Content-Type": "application/json",
            "X-Gatehouse-Client": "gatehouse-python/1.0.0",
        }
        if name in _REPEATABLE:
            headers["Idempotency-Key"] = idempotency_key or _new_idempotency_key()
        body = json.dumps(arguments or {}).encode()
        ends = time.monotonic() + self._timeout_seconds
        retries = 0
        while True:
            try:
                return self._attempt(urllib.request.Request(self._tools + name, data=body, headers=headers), ends)
            except GatehouseError as error:
                if retries >= self._max_retries or not _is_worth_another(error):
                    raise
                seconds = error.retry_after_seconds
                if seconds is None:
                    seconds = min(_LONGEST_WAIT_SECONDS, 0.25 * 2**retries) * random.uniform(0.5, 1)
                if time.monotonic() + seconds >= ends:
                    raise GatehouseError("the call was not answered in time", code="timed_out") from error
                time.sleep(seconds)
                retries += 1

    def each(self, name: str, arguments: dict[str, Any] | None = None) -> Iterator[Any]:
        """Gives every entry of a list, page by page as it is read."""
        given: dict[str, Any] = dict(arguments or {})
        if name == "list_tasks":
            limit = given.setdefault("limit", 200)
            while True:
                tasks = self.call(name, given)
                yield from tasks
                if len(tasks) < limit:
                    return
                given["startingAfter"] = tasks[-1]["taskId"]
        field = _ENTRIES[name]
        while True:
            page = self.call(name, given)
            yield from page[field]
            if page["nextCursor"] is None:
                return
            given["cursor"] = page["nextCursor"]

    def _attempt(self, request: urllib.request.Request, ends: float) -> Any:
        left = max(0.001, ends - time.monotonic())
        try:
            with urllib.request.urlopen(request, timeout=left) as response:
                return _parsed(response.read(), response.status, response.headers)
        except urllib.error.HTTPError as error:
            try:
                raise _failure(error.code, error.headers, error.read()) from None
            except (OSError, http.client.HTTPException) as cause:
                raise GatehouseError("the connection to the gateway was lost", code="connection_lost") from cause
        except TimeoutError as cause:
            raise GatehouseError("the call was not answered in time", code="timed_out") from cause
        except (OSError, http.client.HTTPException) as cause:
            raise GatehouseError("the connection to the gateway was lost", code="connection_lost") from cause

    def whoami(self, *, idempotency_key: str | None = None, **arguments: Unpack[WhoamiInput]) -> Identity:
        """The organization and its house rules; the person, name, access, limits and expiry of this key; and what time it is."""
        return self.call("whoami", arguments, idempotency_key=idempotency_key)

    def search(self, *, idempotency_key: str | None = None, **arguments: Unpack[SearchInput]) -> SearchOutput:
        """Search documents (title, body), files and skills (name, tags) for one phrase or all words, ignoring case; with match best, all text for a question. At most 25 results."""
        return self.call("search", arguments, idempotency_key=idempotency_key)

    def list_docs(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListDocsInput]) -> ListDocsOutput:
        """List documents, newest update first, without bodies."""
        return self.call("list_docs", arguments, idempotency_key=idempotency_key)

    def read_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[ReadDocInput]) -> Document:
        """Read a document with its markdown body. Above 256 KB bodyMarkdown is null: use find_text, read_lines or downloadUrl."""
        return self.call("read_doc", arguments, idempotency_key=idempotency_key)

    def create_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[CreateDocInput]) -> CreateDocOutput:
        """Create a markdown document. Without a folder the whole organization sees it."""
        return self.call("create_doc", arguments, idempotency_key=idempotency_key)

    def update_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[UpdateDocInput]) -> UpdateDocOutput:
        """Replace the whole body of a document; records a restorable version. For partial changes use edit_doc."""
        return self.call("update_doc", arguments, idempotency_key=idempotency_key)

    def edit_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[EditDocInput]) -> EditDocOutput:
        """Replace oldText, which must occur exactly once, by newText in a document. Take oldText from find_text or read_lines."""
        return self.call("edit_doc", arguments, idempotency_key=idempotency_key)

    def append_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[AppendDocInput]) -> AppendDocOutput:
        """Add text at the very end of a document, exactly as given: begin it with a line break to start a new line."""
        return self.call("append_doc", arguments, idempotency_key=idempotency_key)

    def apply_edits(self, *, idempotency_key: str | None = None, **arguments: Unpack[ApplyEditsInput]) -> ApplyEditsOutput:
        """Make up to 50 edits, each as edit_doc does on what the ones before left, in a document, text file or skill: all or none, one version."""
        return self.call("apply_edits", arguments, idempotency_key=idempotency_key)

    def delete_doc(self, *, idempotency_key: str | None = None, **arguments: Unpack[DeleteDocInput]) -> DeleteDocOutput:
        """Move a document to the trash, where people can restore it for 30 days. System and agent-memory documents are refused."""
        return self.call("delete_doc", arguments, idempotency_key=idempotency_key)

    def find_text(self, *, idempotency_key: str | None = None, **arguments: Unpack[FindTextInput]) -> FindTextOutput:
        """Find the lines of one document, skill or text file that contain a text, ignoring case. Found text can be oldText of an edit."""
        return self.call("find_text", arguments, idempotency_key=idempotency_key)

    def grep(self, *, idempotency_key: str | None = None, **arguments: Unpack[GrepInput]) -> GrepOutput:
        """Find the lines that contain a text, ignoring case, in all documents, skills and text files, newest first. A call looks through a part: go on with nextCursor until it is null, also after no matches."""
        return self.call("grep", arguments, idempotency_key=idempotency_key)

    def fetch(self, *, idempotency_key: str | None = None, **arguments: Unpack[FetchInput]) -> FetchOutput:
        """The text of a search result, up to 256 KB."""
        return self.call("fetch", arguments, idempotency_key=idempotency_key)

    def read_lines(self, *, idempotency_key: str | None = None, **arguments: Unpack[ReadLinesInput]) -> ReadLinesOutput:
        """Read some lines of a document, skill or text file, exactly, with their endings and without line numbers. Any part can be oldText of an edit."""
        return self.call("read_lines", arguments, idempotency_key=idempotency_key)

    def list_files(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListFilesInput]) -> ListFilesOutput:
        """List files (not skills), newest update first, without contents."""
        return self.call("list_files", arguments, idempotency_key=idempotency_key)

    def read_file(self, *, idempotency_key: str | None = None, **arguments: Unpack[ReadFileInput]) -> File:
        """Read a file or skill (SKILL.md, or path): its fields, a temporary download address, and up to 256 KB of text: its own, or extracted from PDF, Office or mail. Also shows a PNG, JPEG, GIF or WebP up to 3.5 MB, which costs about 1,600 tokens."""
        return self.call("read_file", arguments, idempotency_key=idempotency_key)

    def write_file(self, *, idempotency_key: str | None = None, **arguments: Unpack[WriteFileInput]) -> WriteFileOutput:
        """Create a file (name) or write a new version of one (fileId), from content or contentBase64. Never overwrites by name."""
        return self.call("write_file", arguments, idempotency_key=idempotency_key)

    def edit_file(self, *, idempotency_key: str | None = None, **arguments: Unpack[EditFileInput]) -> EditFileOutput:
        """Replace oldText, which must occur exactly once, by newText in a text file; other files are replaced with write_file. Take oldText from find_text or read_lines."""
        return self.call("edit_file", arguments, idempotency_key=idempotency_key)

    def delete_file(self, *, idempotency_key: str | None = None, **arguments: Unpack[DeleteFileInput]) -> DeleteFileOutput:
        """Move a file or skill to the trash, where people can restore it for 30 days."""
        return self.call("delete_file", arguments, idempotency_key=idempotency_key)

    def list_skills(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListSkillsInput]) -> ListSkillsOutput:
        """List skills (reusable instructions) with their descriptions. Read one with read_file."""
        return self.call("list_skills", arguments, idempotency_key=idempotency_key)

    def write_skill(self, *, idempotency_key: str | None = None, **arguments: Unpack[WriteSkillInput]) -> WriteSkillOutput:
        """Create a skill, or write a new version of one (fileId): its SKILL.md and the files beside it."""
        return self.call("write_skill", arguments, idempotency_key=idempotency_key)

    def edit_skill(self, *, idempotency_key: str | None = None, **arguments: Unpack[EditSkillInput]) -> EditSkillOutput:
        """Replace oldText, which must occur exactly once, by newText in a skill (SKILL.md, or path); its frontmatter must stay valid. Take oldText from find_text or read_lines."""
        return self.call("edit_skill", arguments, idempotency_key=idempotency_key)

    def read_skill_files(self, *, idempotency_key: str | None = None, **arguments: Unpack[ReadSkillFilesInput]) -> ReadSkillFilesOutput:
        """Read all files of a skill, or those at paths."""
        return self.call("read_skill_files", arguments, idempotency_key=idempotency_key)

    def list_folders(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListFoldersInput]) -> ListFoldersOutput:
        """List the folders this key can see, by name."""
        return self.call("list_folders", arguments, idempotency_key=idempotency_key)

    def create_folder(self, *, idempotency_key: str | None = None, **arguments: Unpack[CreateFolderInput]) -> CreateFolderOutput:
        """Create a folder. It is private to the person behind this key (and owners and admins) until that person shares it; with parentId, those who see that folder see it."""
        return self.call("create_folder", arguments, idempotency_key=idempotency_key)

    def move_item(self, *, idempotency_key: str | None = None, **arguments: Unpack[MoveItemInput]) -> MoveItemOutput:
        """Move a document, file or skill to a folder, rename it, or both. Out of folders, the whole organization sees it."""
        return self.call("move_item", arguments, idempotency_key=idempotency_key)

    def set_tags(self, *, idempotency_key: str | None = None, **arguments: Unpack[SetTagsInput]) -> SetTagsOutput:
        """Replace all tags of an item, without a new version."""
        return self.call("set_tags", arguments, idempotency_key=idempotency_key)

    def list_versions(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListVersionsInput]) -> ListVersionsOutput:
        """List the versions of a document, file or skill, newest first: who changed what, and when."""
        return self.call("list_versions", arguments, idempotency_key=idempotency_key)

    def list_changes(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListChangesInput]) -> ListChangesOutput:
        """List changes, newest first: what, from, to, by whom. Give one of itemId, folderId, taskId, mine, or since."""
        return self.call("list_changes", arguments, idempotency_key=idempotency_key)

    def restore_version(self, *, idempotency_key: str | None = None, **arguments: Unpack[RestoreVersionInput]) -> RestoreVersionOutput:
        """Make an older version of a document, file or skill the current one. History stays: it becomes the next version."""
        return self.call("restore_version", arguments, idempotency_key=idempotency_key)

    def take_back(self, *, idempotency_key: str | None = None, **arguments: Unpack[TakeBackInput]) -> TakeBackOutput:
        """Take back this key's last change, also a deletion. What others changed since stays. Again: undoes it."""
        return self.call("take_back", arguments, idempotency_key=idempotency_key)

    def list_tasks(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListTasksInput]) -> list[ListedTask]:
        """List tasks by due date, then newest first; done and canceled ones only with includeDone or status."""
        return self.call("list_tasks", arguments, idempotency_key=idempotency_key)

    def create_task(self, *, idempotency_key: str | None = None, **arguments: Unpack[CreateTaskInput]) -> CreateTaskOutput:
        """Create a task, assigned to the person behind this key if no other is given."""
        return self.call("create_task", arguments, idempotency_key=idempotency_key)

    def update_task(self, *, idempotency_key: str | None = None, **arguments: Unpack[UpdateTaskInput]) -> Task:
        """Change fields of a task: those not given stay; clear empties fields by name. Returns the task."""
        return self.call("update_task", arguments, idempotency_key=idempotency_key)

    def list_members(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListMembersInput]) -> ListMembersOutput:
        """List the organization's people: whom tasks can be assigned to, by e-mail."""
        return self.call("list_members", arguments, idempotency_key=idempotency_key)

    def list_connected_services(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListConnectedServicesInput]) -> ListConnectedServicesOutput:
        """External services this key can use. Then: list_service_tools."""
        return self.call("list_connected_services", arguments, idempotency_key=idempotency_key)

    def list_service_tools(self, *, idempotency_key: str | None = None, **arguments: Unpack[ListServiceToolsInput]) -> ListServiceToolsOutput:
        """Tools of connected services, in short. Give toolSlug for one tool's whole description and inputSchema before running it."""
        return self.call("list_service_tools", arguments, idempotency_key=idempotency_key)

    def execute_service_tool(self, *, idempotency_key: str | None = None, **arguments: Unpack[ExecuteServiceToolInput]) -> ServiceToolResult:
        """Run a tool of a connected service. Tools of mode write need a key with write access."""
        return self.call("execute_service_tool", arguments, idempotency_key=idempotency_key)

    def execute_service_read_tool(self, *, idempotency_key: str | None = None, **arguments: Unpack[ExecuteServiceReadToolInput]) -> ServiceToolResult:
        """Run a tool of mode read of a connected service; one that changes data is refused."""
        return self.call("execute_service_read_tool", arguments, idempotency_key=idempotency_key)


def _is_worth_another(error: GatehouseError) -> bool:
    return error.code == "connection_lost" or error.status in _REPEATED_STATUSES


def _parsed(body: bytes, status: int, headers: Any) -> Any:
    try:
        return json.loads(body, parse_float=_as_written)
    except ValueError:
        raise _failure(status, headers, body) from None


def _as_written(number: str) -> float | str:
    """A number beyond all floats stays as it was written."""
    value = float(number)
    is_lost = abs(value) == float("inf") or (value == 0 and any(digit in "123456789" for digit in number.lower().partition("e")[0]))
    return number if is_lost else value


def _failure(status: int, headers: Any, body: bytes) -> GatehouseError:
    retry_after = headers.get("Retry-After")
    about = {
        "status": status,
        "request_id": headers.get("X-Request-Id"),
        "retry_after_seconds": float(retry_after) if retry_after and retry_after.isdigit() else None,
    }
    try:
        error = json.loads(body)["error"]
        return GatehouseError(error["message"], code=error["code"], reason=error.get("reason"), **about)
    except (ValueError, KeyError, TypeError):
        return GatehouseError(f"the answer with status {status} is not from a gateway", code="unreadable_answer", **about)
